import { z } from 'zod';
import { lastSave } from './admin-setting.entities.ts';
import { secondFactorFor } from './entities.ts';
import {
  MAX_NETWORK_NOTE_LENGTH,
  MAX_NETWORKS,
  RETENTION_RANGES,
  SECURITY_RANGES,
} from './setting-limits.ts';
import { bit, flag, integer, json, line, time } from './wire.ts';

/** An address or a network in CIDR notation. The handler rejects empty and malformed ones, because the error names the entry. */
const sentNetwork = z.object({
  network: line(64).default(''),
  note: line(MAX_NETWORK_NOTE_LENGTH).default(''),
});

/** The same as it is stored, with the user who added it and when. */
export const allowedNetwork = z.object({
  network: z.string(),
  note: z.string(),
  username: z.string(),
  time,
});
export type AllowedNetwork = z.output<typeof allowedNetwork>;

const within = ({ min, max }: { readonly min: number; readonly max: number }) => integer(min, max);

/** A number of days, or 0 for ever. */
const retention = ({ min, max }: { readonly min: number; readonly max: number }) =>
  integer(0, max).refine((days) => days === 0 || days >= min);

const sentNetworks = json(z.array(sentNetwork).max(MAX_NETWORKS));

/** The fields of a change; absent ones stay as they are. */
export const securityChange = z.strictObject({
  second_factor_for: secondFactorFor.optional(),
  second_factor_days: within(SECURITY_RANGES.second_factor_days).optional(),
  /** Whether a login at the OAuth2 provider counts as one with a second factor. */
  second_factor_provider: flag.optional(),
  /** A session ends after so many days without use, and after so many days in any case. */
  session_idle_days: within(SECURITY_RANGES.session_idle_days).optional(),
  session_max_days: within(SECURITY_RANGES.session_max_days).optional(),
  /** The console asks for the password or second factor again after so many minutes; 0: never. */
  console_confirm_minutes: within(SECURITY_RANGES.console_confirm_minutes).optional(),
  password_min_length: within(SECURITY_RANGES.password_min_length).optional(),
  password_common_refused: flag.optional(),
  /** Whether a new password must not contain the username or email of its owner. */
  password_personal_refused: flag.optional(),
  /** How long an address has to wait after failed logins in a row; 0: it does not. */
  login_wait_minutes: within(SECURITY_RANGES.login_wait_minutes).optional(),
  /** Whether logins, or the console, are limited to the networks of the list. */
  login_networks_on: flag.optional(),
  login_networks: sentNetworks.optional(),
  console_networks_on: flag.optional(),
  console_networks: sentNetworks.optional(),
  /** Days after which audit entries, deleted pages and items, and old versions are deleted; 0: never. */
  audit_days: retention(RETENTION_RANGES.audit_days).optional(),
  recycle_days: retention(RETENTION_RANGES.recycle_days).optional(),
  version_days: retention(RETENTION_RANGES.version_days).optional(),
});

export const securityConfig = z.object({
  second_factor_for: secondFactorFor,
  second_factor_days: z.int(),
  second_factor_provider: bit,
  session_idle_days: z.int(),
  session_max_days: z.int(),
  console_confirm_minutes: z.int(),
  password_min_length: z.int(),
  password_common_refused: bit,
  password_personal_refused: bit,
  login_wait_minutes: z.int(),
  login_networks_on: bit,
  login_networks: z.array(allowedNetwork),
  console_networks_on: bit,
  console_networks: z.array(allowedNetwork),
  audit_days: z.int(),
  recycle_days: z.int(),
  version_days: z.int(),
  security_saved: lastSave,
  /** The address of the caller, as the server sees it behind its trusted proxies. */
  own_address: z.string(),
  /** Active users, and how many of them have no second factor of this site: of all, and of the console. */
  users: z.int(),
  users_without: z.int(),
  staff: z.int(),
  staff_without: z.int(),
});
export type SecurityConfig = z.output<typeof securityConfig>;

/** What a change would end or delete. Counts of data stop at `MAX_COUNTED_LOSSES`. */
export const securityPreview = z.object({
  /** Open sessions that end, and the people whose sessions these are; not the session of the caller. */
  sessions: z.int(),
  session_users: z.int(),
  /** Whether the session of the caller ends too. */
  ends_own_session: bit,
  /** People with another open session whose last request came from outside the networks for logins. */
  users_outside: z.int(),
  /** The same for administrators and auditors, outside the networks of the console. */
  staff_outside: z.int(),
  audit_entries: z.int(),
  recycled_pages: z.int(),
  recycled_items: z.int(),
  versions: z.int(),
});
export type SecurityPreview = z.output<typeof securityPreview>;
