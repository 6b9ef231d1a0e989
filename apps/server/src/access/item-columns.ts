import { sql } from 'kysely';

/** A column of queries on `item`: true if visitors need the item's password. */
export const isPrivate = sql<boolean>`item.password_hash is not null`.as('is_private');

/** `content`: shared lock for content saves. `tree`: exclusive lock for changes of positions, titles or order. */
export type LockMode = 'content' | 'tree';
