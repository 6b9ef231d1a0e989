import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from './connect.ts';
import type { Slice } from './slice.ts';

/** Rows that are found by a part of their name, through an index over `name_pieces(name, 1, 3)`. */
export interface NamedRows {
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** The folded text that is looked through, as the index has it. */
  readonly name: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

interface Found {
  readonly ids: readonly number[];
  /** No further than to a thousand. */
  readonly total: number;
}

export const MOST_FOUND = 1000;
const NEWEST = 5000;
const LONGEST_PIECE = 3;

async function idsOf(db: Db, query: RawBuilder<{ id: number }>): Promise<number[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Newest first. A word that many of the newest rows have is found among them; any other one is looked up
 * in the index, which is quick because it is not that common; only what lies between is read in order.
 */
export async function findNamed(
  db: Db,
  { table, id, name, where }: NamedRows,
  word: string,
  { offset, count }: Pick<Slice, 'offset' | 'count'>,
): Promise<Found> {
  const page = (ids: readonly number[]) => ids.slice(offset, offset + count);
  const newest = await idsOf(
    db,
    sql<{ id: number }>`
      select id from (
        select ${id} as id, ${name} as name from ${table} where ${where} order by 1 desc limit ${NEWEST}
      ) as newest where strpos(name, ${word}) > 0 order by id desc limit ${MOST_FOUND}`,
  );
  if (newest.length === MOST_FOUND) return { ids: page(newest), total: MOST_FOUND };
  const size = Math.min(Array.from(word).length, LONGEST_PIECE);
  const matching = sql`${where} and strpos(${name}, ${word}) > 0`;
  const found = await idsOf(
    db,
    sql<{ id: number }>`
      select ${id} as id from ${table}
      where ${matching}
        and name_pieces(${name}, 1, 3) @> name_pieces(${word}, ${size}::int, ${size}::int)
      limit ${MOST_FOUND}`,
  );
  if (found.length < MOST_FOUND)
    return { ids: page(found.toSorted((a, b) => b - a)), total: found.length };
  const ids = await idsOf(
    db,
    sql<{ id: number }>`
      select ${id} as id from ${table} where ${matching}
      order by 1 desc limit ${count} offset ${offset}`,
  );
  return { ids, total: MOST_FOUND };
}

/** How many rows there are, from the tally that triggers keep. */
export async function countTallied(
  db: Db,
  kind: 'user' | 'item' | 'deleted item',
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(number), 0)::bigint as total from row_tally where kind = ${kind}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
