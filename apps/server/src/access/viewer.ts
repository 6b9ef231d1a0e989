import type { Access } from '@octavo/contract/access';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

type AccountColumn = keyof Omit<Schema['user'], 'username_key' | 'password_hash' | 'disabled_time'>;

/** The logged-in person and the device they are on. */
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

/** Only `anyone` lets a visitor through; handlers of all other calls have a person. */
export type ViewerOf<A extends Access> = A['who'] extends 'anyone' ? Viewer : User;
