import { z } from 'zod';
import { lastSave } from './admin-setting.entities.ts';
import { connectionErrors } from './connection-error.ts';
import { bit, time } from './wire.ts';

/** What a sync does with the accounts of people whom the directory no longer has. */
export const gonePolicy = z.enum(['once', 'checks', 'report']);
export const syncSchedule = z.enum(['off', 'hours', 'daily']);

export const directoryMapping = z.object({
  group_dn: z.string(),
  /** 0: no team. */
  team_id: z.int(),
  team_name: z.string(),
  /** The role of the members; the highest of all their groups counts. */
  groupid: z.int(),
  /** The members of the group in the last sync; null if it has not been read yet. */
  people: z.int().nullable(),
});
export type DirectoryMapping = z.output<typeof directoryMapping>;

/** Why a run failed; empty otherwise. */
export const runError = z.enum([
  '',
  ...connectionErrors,
  /** The directory rejected the bind or the search. */
  'refused',
  /** The directory returned references to other servers, so the list is incomplete. */
  'referral',
  'sizeLimit',
  'timeLimit',
  /** No entry matches. */
  'empty',
  /** The answer ended early. */
  'incomplete',
  /** The directory returns a group only in parts. */
  'largeGroup',
  /** LDAP is switched off. */
  'off',
  /** The process that ran it has stopped. */
  'interrupted',
  'failed',
]);
export type RunError = z.output<typeof runError>;

export const runCounts = z.object({
  people: z.int(),
  groups: z.int(),
  created: z.int(),
  /** Name, email or username. */
  changed: z.int(),
  enabled: z.int(),
  /** Not found, whether disabled or not. */
  gone: z.int(),
  disabled: z.int(),
  roles: z.int(),
  joined: z.int(),
  left: z.int(),
  left_out: z.int(),
  /** The active accounts of the directory before the run. */
  known: z.int(),
});
export type RunCounts = z.output<typeof runCounts>;

export const leftOutReason = z.enum([
  'noUsername',
  'usernameInvalid',
  'usernameReserved',
  'usernameTaken',
  'duplicate',
  'noMail',
  'administrator',
  'lastAdministrator',
  'groupMissing',
]);
export type LeftOutReason = z.output<typeof leftOutReason>;

export const runReport = z.object({
  created: z.array(z.string()),
  changed: z.array(z.string()),
  /** `count`: the syncs in a row that did not find the person. */
  gone: z.array(z.object({ username: z.string(), count: z.int(), is_disabled: bit })),
  enabled: z.array(z.string()),
  roles: z.array(z.object({ username: z.string(), groupid: z.int() })),
  /** An entry of the directory, an account or a group. */
  left_out: z.array(z.object({ who: z.string(), reason: leftOutReason })),
});
export type RunReport = z.output<typeof runReport>;

export const directoryRun = z.object({
  run_id: z.int(),
  kind: z.enum(['sync', 'preview']),
  state: z.enum(['queued', 'running', 'done', 'stopped', 'failed']),
  /** Empty for the schedule. */
  started_by: z.string(),
  addtime: time,
  milliseconds: z.int().nullable(),
  error: runError,
  /** The message of the directory or the network. */
  error_detail: z.string(),
  counts: runCounts,
});
export type DirectoryRun = z.output<typeof directoryRun>;

/** The lists of a run have at most 100 entries each; its counts are complete. */
export const directoryRunDetail = directoryRun.extend({ report: runReport });
export type DirectoryRunDetail = z.output<typeof directoryRunDetail>;

export const directoryConfig = z.object({
  /** Whether LDAP is switched on and has a host. */
  is_open: bit,
  directory_form: z.object({
    user_filter: z.string(),
    mail_field: z.string(),
    group_filter: z.string(),
    group_base_dn: z.string(),
    create_accounts: bit,
    gone_policy: gonePolicy,
    gone_checks: z.int(),
    schedule: syncSchedule,
    schedule_hours: z.int(),
    schedule_minute: z.int(),
  }),
  mappings: z.array(directoryMapping),
  directory_saved: lastSave,
  /** Null if the schedule is off. */
  next_run: time.nullable(),
  /** The last run that is not a preview; null if there was none. */
  last_run: directoryRunDetail.nullable(),
  /** The queued or running run, also a preview; 0 if there is none. */
  active_run_id: z.int(),
});
export type DirectoryConfig = z.output<typeof directoryConfig>;
