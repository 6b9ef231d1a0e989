import { MAX_COUNTED_ROWS } from '@octavo/contract/limits';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from './connect.ts';
import type { Slice } from './slice.ts';

/** A table that is searched by a part of the name, with an index on `name_pieces(name, 1, 3)`. */
export interface NameSearchTable {
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** The normalized texts to search; each is the same expression as in its index. */
  readonly names: readonly RawBuilder<unknown>[];
  readonly where: RawBuilder<unknown>;
}

interface NameMatches {
  readonly ids: readonly number[];
  /** Counted up to `MAX_COUNTED_ROWS`. */
  readonly total: number;
}

const MAX_NGRAM_LENGTH = 3;
/** A word is common if at least `COMMON_COUNT` of the newest `SAMPLE_ROWS` rows contain it. */
const SAMPLE_ROWS = 200;
const COMMON_COUNT = 10;
/** A common word is first searched among this many of the newest rows. */
const NEWEST_ROWS = 5000;

async function queryIds(db: Db, query: RawBuilder<{ id: number }>): Promise<number[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether one of the texts contains the word. */
export function containsWord(names: readonly RawBuilder<unknown>[], word: string) {
  const each = names.map((name) => sql`strpos(${name}, ${word}) > 0`);
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/**
 * Returns the matches, newest first. A rare word is searched in the index, which is fast because it has few matches.
 * A common word is first searched among the newest rows, then in the index, and then by a scan in order.
 */
export async function searchByName(
  db: Db,
  { table, id, names, where }: NameSearchTable,
  word: string,
  { offset, count }: Pick<Slice, 'offset' | 'count'>,
): Promise<NameMatches> {
  const slicePage = (ids: readonly number[]) => ids.slice(offset, offset + count);
  const ngramLength = Math.min(Array.from(word).length, MAX_NGRAM_LENGTH);
  const contains = containsWord(names, word);
  const hasPieces = names.map(
    (name) =>
      sql`name_pieces(${name}, 1, 3) @> name_pieces(${word}, ${ngramLength}::int, ${ngramLength}::int)`,
  );
  const matching = sql`${where} and ${contains}`;
  const indexed = sql`${matching} and (${sql.join(hasPieces, sql` or `)})`;
  const newestMatching = (limit: number) => sql`(
    select ${id} as id, ${contains} as is_match from ${table} where ${where}
    order by 1 desc limit ${limit}
  ) as newest where is_match`;

  // One statement, which does not read the index for a common word.
  const { rows } = await sql<{ ids: string[]; is_common: boolean }>`
    with sample as materialized (
      select count(*) >= ${COMMON_COUNT} as is_common from ${newestMatching(SAMPLE_ROWS)}
    )
    select (select is_common from sample), array(
      select ${id} from ${table} where not (select is_common from sample) and ${indexed}
      limit ${MAX_COUNTED_ROWS}
    ) as ids`.execute(db);
  let matches = (rows[0]?.ids ?? []).map(Number);
  if (rows[0]?.is_common) {
    const newest = await queryIds(
      db,
      sql<{ id: number }>`
        select id from ${newestMatching(NEWEST_ROWS)} order by id desc limit ${MAX_COUNTED_ROWS}`,
    );
    if (newest.length === MAX_COUNTED_ROWS)
      return { ids: slicePage(newest), total: MAX_COUNTED_ROWS };
    matches = await queryIds(
      db,
      sql<{ id: number }>`
        select ${id} as id from ${table} where ${indexed} limit ${MAX_COUNTED_ROWS}`,
    );
  }
  if (matches.length < MAX_COUNTED_ROWS)
    return { ids: slicePage(matches.toSorted((a, b) => b - a)), total: matches.length };
  const ids = await queryIds(
    db,
    sql<{ id: number }>`
      select ${id} as id from ${table} where ${matching}
      order by 1 desc limit ${count} offset ${offset}`,
  );
  return { ids, total: MAX_COUNTED_ROWS };
}

type CountedKind = 'user' | 'item' | 'deleted item';

/** The number of rows, from the counters that triggers maintain. */
export const rowCount = (kind: CountedKind) =>
  sql<number>`(select coalesce(sum(number), 0)::bigint from row_tally where kind = ${kind})`;

export async function loadRowCount(db: Db, kind: CountedKind): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${rowCount(kind)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}
