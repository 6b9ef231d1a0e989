import { z } from 'zod';
import { bit, time } from './wire.ts';

/** Why an update does not come: the feed is silent, or what it has is not believed. */
const updateFault = z.enum([
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
export type UpdateFault = z.output<typeof updateFault>;

/** What is known without asking the feed. */
const present = z.object({
  /** The one that runs. */
  version: z.string(),
  is_feed_set: bit,
  /** Our launcher runs this site, so it can go over to another release by itself. */
  is_launched: bit,
  /** What an operator does where no launcher runs. */
  command: z.string(),
  /** The beginning of the fingerprint of the key whose signature is believed. */
  key: z.string(),
});

export const updateInfo = present.extend({
  /** Empty when there is none. */
  new_version: z.string(),
  /** Kept for older clients: nobody is told where a release lies, and no such address is taken. */
  url: z.string(),
  file_url: z.string(),
  /** The new release lies here and was verified. */
  is_staged: bit,
  release_time: time.nullable(),
  file_size: z.int(),
  notes: z.array(z.string()),
  fault: updateFault,
});
export type UpdateInfo = z.output<typeof updateInfo>;

export const stagedUpdate = z.object({ is_staged: bit, fault: updateFault });

export const appliedUpdate = z.object({
  /** The launcher goes over to it now. */
  is_switched: bit,
  fault: updateFault,
  /** What an operator does where no launcher runs. */
  command: z.string(),
});

export const updateHistory = present.extend({
  /** The last look at the feed, by whoever it was. */
  check: z.object({ addtime: time, new_version: z.string(), fault: updateFault }).nullable(),
  /** Of the last backup that was made. */
  backup_time: time.nullable(),
  /** Newest first. */
  list: z.array(
    z.object({
      version: z.string(),
      addtime: time,
      /** Empty when an operator brought it. */
      username: z.string(),
      /** Until the first process served it; null when none did. */
      seconds: z.number().nullable(),
    }),
  ),
});
export type UpdateHistory = z.output<typeof updateHistory>;
