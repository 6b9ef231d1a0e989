import { z } from 'zod';
import { bit, time } from './wire.ts';

/** Why an update is not available: the feed cannot be reached, or its release fails verification. */
const updateError = z.enum([
  '',
  'unreachable',
  'unsigned',
  'malformed',
  'older',
  'platform',
  'hash',
  'archive',
  'notLaunched',
  'notStaged',
]);
export type UpdateError = z.output<typeof updateError>;

/** Update information that needs no request to the feed. */
const installedRelease = z.object({
  /** The running version. */
  version: z.string(),
  is_feed_set: bit,
  /** The site was started by the launcher, which can switch to another release by itself. */
  is_launched: bit,
  /** The command that an operator runs to update a site without a launcher. */
  command: z.string(),
  /** The first characters of the fingerprint of the trusted signing key. */
  key: z.string(),
});

export const updateInfo = installedRelease.extend({
  /** Empty if there is no newer version. */
  new_version: z.string(),
  /** Always empty, retained for older clients: the location of a release is neither returned nor accepted. */
  url: z.string(),
  file_url: z.string(),
  /** The new release has been downloaded and verified. */
  is_staged: bit,
  release_time: time.nullable(),
  file_size: z.int(),
  notes: z.array(z.string()),
  fault: updateError,
});
export type UpdateInfo = z.output<typeof updateInfo>;

export const stagedUpdate = z.object({ is_staged: bit, fault: updateError });

export const appliedUpdate = z.object({
  /** The launcher is switching to the release now. */
  is_switched: bit,
  fault: updateError,
  /** The command that an operator runs to update a site without a launcher. */
  command: z.string(),
});

export const updateHistory = installedRelease.extend({
  /** The last check of the feed, by any administrator. */
  check: z.object({ addtime: time, new_version: z.string(), fault: updateError }).nullable(),
  /** The time of the last backup. */
  backup_time: time.nullable(),
  /** Newest first. */
  list: z.array(
    z.object({
      version: z.string(),
      addtime: time,
      /** Who applied the update; empty if an operator installed it. */
      username: z.string(),
      /** Time until the first process served the release; null if none did. */
      seconds: z.number().nullable(),
    }),
  ),
});
export type UpdateHistory = z.output<typeof updateHistory>;
