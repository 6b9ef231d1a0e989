import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { repository } from '../../db/repository.ts';

/** Entries per index range; must match the expression in the index of `audit_text`. */
const RANGE_SIZE = 32_768;
const MAX_NGRAM_LENGTH = 4;
/** Longer values of an entry are searched up to here. */
const MAX_VALUE_TEXT = 500;
/**
 * Entries are indexed after this delay, when their transaction has certainly ended: an entry is the last statement of
 * a command. Ids and times may differ slightly in order, so indexing stops before the first entry that is too young.
 */
const INDEX_DELAY = sql`interval '5 minutes'`;

/**
 * The text of an entry that is searched: actor, address, the names of what the action concerns, and the text values of
 * its facts, a part a line.
 */
export const SEARCH_TEXT = sql<string>`lower(concat_ws(E'\n', log.username, log.address, log.subject,
  log.item_name, log.page_title, log.team_name,
  left(jsonb_path_query_array(log.facts, 'strict $.** ? (@.type() == "string")')::text, ${sql.lit(MAX_VALUE_TEXT)})))`;

/** Whether the lines of subject, item, page and team contain the word. */
export function objectContains(words: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from unnest((string_to_array(${words}, E'\n'))[3:6]) as line where strpos(line, lower(${word})) > 0
  )`;
}

interface AuditSearch {
  readonly keyword: string;
  readonly object: string;
  /** A username; `where` has the condition, and the index excludes entries without it. */
  readonly person: string;
  readonly days: number;
  readonly from?: string | undefined;
  readonly before: number | undefined;
  readonly count: number;
  /** Further conditions on an entry with the alias `log`. */
  readonly where: RawBuilder<unknown>;
}

/** What the index has of every text with this word; nothing of an empty one. */
function piecesOf(word: string): RawBuilder<string[]> {
  const size = Math.min(Array.from(word).length, MAX_NGRAM_LENGTH);
  return size === 0 ? sql`'{}'::text[]` : sql`name_pieces(${word}, ${size}::int, ${size}::int)`;
}

/** Index ranges from the newest to the oldest id, and one more, because ids and times may differ slightly in order. */
function indexRanges(newest: number, oldest: number): number[] {
  const [from, to] = [
    Math.floor(newest / RANGE_SIZE),
    Math.max(Math.floor(oldest / RANGE_SIZE) - 1, 0),
  ];
  return Array.from({ length: Math.max(from - to + 1, 0) }, (_, at) => from - at);
}

export const auditTextRepository = repository((db) => {
  async function rows<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return (await query.execute(db)).rows;
  }

  /** The words in lower case, the newest indexed entry, and the oldest entry of the time span. */
  async function findBounds({ keyword, object, person, days, from }: AuditSearch) {
    const start =
      from === undefined ? sql`now() - make_interval(days => ${days})` : sql`${from}::timestamptz`;
    const [bounds] = await rows(sql<{
      keyword: string;
      object: string;
      person: string;
      newest: number;
      oldest: number | null;
    }>`
      select lower(${keyword}) as keyword, lower(${object}) as object,
        lower(${person}) as person,
        coalesce((select max(audit_id) from audit_text), 0) as newest, (
          select audit_id from audit_log where addtime >= ${start} order by addtime limit 1
        ) as oldest`);
    return bounds;
  }

  return {
    /** Ids of the newest entries that contain the words, newest first. */
    async find(search: AuditSearch): Promise<number[]> {
      const { before, count, where } = search;
      const bounds = await findBounds(search);
      if (!bounds || bounds.oldest === null) return [];
      const { keyword, object, person, newest, oldest } = bounds;
      /** The longer word selects by the index, and all entries are compared with both. */
      const word = keyword.length >= object.length ? keyword : object;
      const matches = (words: RawBuilder<unknown>) => sql`strpos(${words}, ${keyword}) > 0
        ${object === '' ? sql`` : sql`and ${objectContains(words, object)}`}`;
      const upperBound = before ?? Number.MAX_SAFE_INTEGER;
      const unindexed = await rows(sql<{ audit_id: number }>`
        select audit_id from audit_log as log
        where audit_id > ${newest} and audit_id < ${upperBound} and ${where} and ${matches(SEARCH_TEXT)}
        order by audit_id desc limit ${count}`);
      const remaining = count - unindexed.length;
      if (remaining === 0) return unindexed.map(({ audit_id }) => audit_id);
      // Lateral, so that the conditions are checked for each hit; a plain join might scan the whole log.
      const indexed = await rows(sql<{ audit_id: number }>`
        select found.audit_id
        from unnest(${indexRanges(Math.min(newest, upperBound), oldest)}::bigint[]) as stretch
        cross join lateral (
          select audit_id from audit_text
          where audit_id / ${sql.lit(RANGE_SIZE)} = stretch and audit_id < ${upperBound}
            and name_pieces(words, 1, 4) @> (${piecesOf(word)} || ${piecesOf(person)})
            and ${matches(sql.ref('words'))}
          order by audit_id desc
        ) as found
        cross join lateral (
          select from audit_log as log where log.audit_id = found.audit_id and ${where} limit 1
        ) as kept
        limit ${remaining}`);
      return [...unindexed, ...indexed].map(({ audit_id }) => audit_id);
    },

    /** Indexes the next entries that are old enough and returns their number. */
    async index(limit: number): Promise<number> {
      // `offset 0` keeps the planner from searching for the minimum from the oldest entry on.
      const added = await rows(sql`
        with fresh as (
          select min(audit_id) as first from (
            select audit_id from audit_log where addtime >= now() - ${INDEX_DELAY} offset 0
          ) as late
        )
        insert into audit_text (audit_id, words)
        select log.audit_id, ${SEARCH_TEXT} from audit_log as log
        where audit_id > coalesce((select max(audit_id) from audit_text), 0)
          and audit_id < coalesce((select first from fresh), ${Number.MAX_SAFE_INTEGER})
        order by audit_id limit ${limit}
        on conflict do nothing returning audit_id`);
      return added.length;
    },

    /** Removes a batch of index rows of deleted entries; returns their number. */
    async purge(limit: number): Promise<number> {
      const removed = await rows(sql`
        delete from audit_text where audit_id in (
          select audit_id from audit_text where audit_id < (select min(audit_id) from audit_log)
          order by audit_id limit ${limit}
        ) returning audit_id`);
      return removed.length;
    },
  };
});
