import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Whether a row is older than so many days, by the clock of the database; 0: never. In hours, because the length of a
 * day depends on the time zone of the session.
 */
export const isOlderThan = (time: RawBuilder<unknown>, days: number): RawBuilder<boolean> =>
  days === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${time} <= now() - make_interval(hours => ${days * 24}))`;
