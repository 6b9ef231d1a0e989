import { z } from 'zod';
import { ITEM_HOME, LANDING_HOME, LOGIN_HOME } from './home-page.ts';
import { EDIT_GROUP, READ_ONLY_GROUP } from './member-group.ts';
import { bit, numeric, time } from './wire.ts';

export const languages = ['zh-cn', 'en'] as const;
export const language = z.enum(languages);
export type Language = z.output<typeof language>;

/** Whom the site requires to have a second factor; `staff` are administrators and auditors. */
export const secondFactorFor = z.enum(['none', 'staff', 'everybody']);

/** The account of the logged-in user. */
export const account = z.object({
  uid: z.int(),
  username: z.string(),
  name: z.string(),
  /** Empty if no email is set. */
  email: z.string(),
  /** Above 0 means verified. */
  email_verify: z.int(),
  groupid: z.int(),
  language: language.nullable(),
  reg_time: time,
  last_login_time: time.nullable(),
  /** When the password was last set, and when the last verification mail was sent. */
  password_time: time,
  email_sent_time: time.nullable(),
  /** The user has to set up a second factor before anything else. */
  must_set_up: bit,
  /** Why an administrator or auditor may not use the console: the address of the client, as the server sees it. */
  console_refused: z.string().optional(),
});
export type Account = z.output<typeof account>;

/** The response of login, registration and password reset; the token only if it was requested. */
export const loginResult = account.extend({ user_token: z.string().optional() });

export const memberGroup = numeric(z.literal([READ_ONLY_GROUP, EDIT_GROUP]));

export const device = z.object({
  device_id: z.int(),
  kind: z.enum(['browser', 'token']),
  /** The raw User-Agent header; the web client turns it into a readable name. */
  user_agent: z.string(),
  address: z.string(),
  addtime: time,
  last_used_time: time,
  is_current: z.boolean(),
});
export type Device = z.output<typeof device>;

export const homePage = z.literal([LANDING_HOME, LOGIN_HOME, ITEM_HOME]);
export type HomePage = z.output<typeof homePage>;
