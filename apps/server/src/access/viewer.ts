import type { Access } from '@octavo/contract/access';
import type { TokenScope } from '@octavo/contract/token-scope';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

type AccountColumn = keyof Omit<
  Schema['user'],
  'username_key' | 'password_hash' | 'local_access' | 'disabled_time' | 'last_seen_time'
>;

/** What a personal access token permits. The rights of its user apply in addition. */
export interface TokenLimits {
  readonly id: number;
  /** The first characters of the token, for the audit log. */
  readonly prefix: string;
  readonly scopes: readonly TokenScope[];
  /** Undefined: all items of its user. */
  readonly items: readonly number[] | undefined;
  /** The role of its user, which the token itself may lack. */
  readonly groupid: number;
}

/** The logged-in user and the device of the session. */
export type Account = Pick<Selectable<Schema['user']>, AccountColumn> & {
  readonly device_id: number;
  /** `token` for a script: with the token of a login, or with a personal access token. */
  readonly device_kind: 'browser' | 'token';
  /** Set if the request carries a personal access token instead of a session. */
  readonly token?: TokenLimits;
  /** Set for an administrator or auditor who may not use the console from this address. */
  readonly console_refused?: string;
  /** Seconds since the login, or since the user has confirmed their identity in this session. Absent for tokens. */
  readonly confirmed_seconds?: number;
  /** Set if that was so long ago that the console asks again. */
  readonly must_confirm?: boolean;
  /** The second factor that the session has passed; for an access token, the one that its user has. */
  readonly second_factor: Schema['device']['second_factor'];
};

interface Visitor {
  readonly kind: 'visitor';
}

interface User extends Account {
  readonly kind: 'user';
}

export type Viewer = Visitor | User;

/** A visitor only reaches calls for `anyone` and, which this type does not express, item calls with the right `view`. */
export type ViewerOf<A extends Access> = A['who'] extends 'anyone' ? Viewer : User;
