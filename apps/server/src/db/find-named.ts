import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from './connect.ts';
import type { Slice } from './slice.ts';

/** A table that is searched by a part of the name, with an index on `name_pieces(name, 1, 3)`. */
export interface NamedRows {
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** The normalized text to search; the same expression as in the index. */
  readonly name: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

interface Found {
  readonly ids: readonly number[];
  /** Counted up to `MAX_MATCHES`. */
  readonly total: number;
}

export const MOST_FOUND = 1000;
const LONGEST_PIECE = 3;
/** A word is common if at least `COMMON_COUNT` of the newest `SAMPLE_ROWS` rows contain it. */
const SAMPLE = 200;
const COMMON = 10;
/** A common word is first searched among this many of the newest rows. */
const NEWEST = 5000;

async function idsOf(db: Db, query: RawBuilder<{ id: number }>): Promise<number[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the matches, newest first. A rare word is searched in the index, which is fast because it has few matches.
 * A common word is first searched among the newest rows, then in the index, and then by a scan in order.
 */
export async function findNamed(
  db: Db,
  { table, id, name, where }: NamedRows,
  word: string,
  { offset, count }: Pick<Slice, 'offset' | 'count'>,
): Promise<Found> {
  const page = (ids: readonly number[]) => ids.slice(offset, offset + count);
  const size = Math.min(Array.from(word).length, LONGEST_PIECE);
  const matching = sql`${where} and strpos(${name}, ${word}) > 0`;
  const indexed = sql`${matching}
    and name_pieces(${name}, 1, 3) @> name_pieces(${word}, ${size}::int, ${size}::int)`;
  const newestOf = (most: number) => sql`(
    select ${id} as id, ${name} as name from ${table} where ${where} order by 1 desc limit ${most}
  ) as newest where strpos(name, ${word}) > 0`;

  // One statement, which does not read the index for a common word.
  const { rows } = await sql<{ ids: string[]; is_common: boolean }>`
    with sample as materialized (
      select count(*) >= ${COMMON} as is_common from ${newestOf(SAMPLE)}
    )
    select (select is_common from sample), array(
      select ${id} from ${table} where not (select is_common from sample) and ${indexed}
      limit ${MOST_FOUND}
    ) as ids`.execute(db);
  let found = (rows[0]?.ids ?? []).map(Number);
  if (rows[0]?.is_common) {
    const newest = await idsOf(
      db,
      sql<{ id: number }>`
        select id from ${newestOf(NEWEST)} order by id desc limit ${MOST_FOUND}`,
    );
    if (newest.length === MOST_FOUND) return { ids: page(newest), total: MOST_FOUND };
    found = await idsOf(
      db,
      sql<{ id: number }>`select ${id} as id from ${table} where ${indexed} limit ${MOST_FOUND}`,
    );
  }
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

type Tallied = 'user' | 'item' | 'deleted item';

/** The number of rows, from the counters that triggers maintain. */
export const tallyOf = (kind: Tallied) =>
  sql<number>`(select coalesce(sum(number), 0)::bigint from row_tally where kind = ${kind})`;

export async function countTallied(db: Db, kind: Tallied): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${tallyOf(kind)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}
