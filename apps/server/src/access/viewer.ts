import type { Access } from '@octavo/contract/access';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

type AccountColumn = keyof Omit<
  Schema['user'],
  'username_key' | 'password_hash' | 'local_access' | 'disabled_time' | 'last_seen_time'
>;

/** The logged-in user and the device of the session. */
export type Account = Pick<Selectable<Schema['user']>, AccountColumn> & {
  readonly device_id: number;
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
