import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import { CUSTOM_PLAN } from '../../db/prepared-statement-client.ts';
import { visibleToGrants } from '../../access/visible-pages.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';

/** Number of characters read around a hit, in the raw and in the normalized text. */
const CONTEXT_CHARS = 400;
const NORMALIZED_CONTEXT_CHARS = 100;
/** Up to this number, items are looked up one by one: 0.2 ms each, against 40 ms for a lookup over a million pages. */
const SINGLE_LOOKUP_LIMIT = 100;
/** N-gram frequencies change slowly. */
const FREQUENCIES_TTL_MS = 600_000;

/** End of a batch. The time is a string as returned by PostgreSQL, because a Date has less precision. */
export interface Cursor {
  readonly addtime: string;
  readonly page_id: number;
}

export interface PageFilter {
  readonly author?: string | undefined;
  /** Only pages saved within this number of days. */
  readonly days?: number | undefined;
}

/** The normalized search word and the filter. */
export interface SearchQuery {
  readonly word: string;
  readonly filter: PageFilter;
}

export interface Match {
  readonly page_id: number;
  readonly item_id: number;
  readonly in_title: boolean;
  readonly in_heads: boolean;
  readonly times: number;
  readonly addtime: string;
}

export interface Batch {
  readonly matches: readonly Match[];
  readonly read: number;
  /** Undefined if there are no older rows. */
  readonly next: Cursor | undefined;
}

type Row = Match & { readonly read: number };

function inItems(grants: readonly ViewGrant[]) {
  const ids = grants.map(({ itemId }) => itemId);
  // For a single item the index also provides the order.
  return ids.length === 1 ? sql`item_id = ${ids[0]}` : sql`item_id = any(${ids}::bigint[])`;
}

function matchesFilter({ author, days }: PageFilter) {
  return sql`(${author ?? null}::text is null or page.author_username = ${author ?? null})
    and (${days ?? null}::int is null
      or page.addtime >= now() - make_interval(days => ${days ?? null}))`;
}

/** Detoasts a long text once; otherwise every function on the column would fetch and decompress it again. */
const detoasted = (column: string) => sql`${sql.ref(column)} || ''`;

const isOlder = (cursor: Cursor | undefined) =>
  cursor === undefined
    ? sql`true`
    : sql`(addtime, page_id) < (${cursor.addtime}::timestamptz, ${cursor.page_id}::bigint)`;

export const pageSearchRepository = repository((db) => {
  /**
   * Reads the newest candidates from `page_search` and returns those that contain the word and are visible. The limit
   * applies to rows read, not to matches: the next batch starts where this one ended, so pages the caller may not see
   * never use up the result. `offset 0` keeps the planner from reading whole tables.
   */
  async function readBatch(
    grants: readonly ViewGrant[],
    { word, filter }: SearchQuery,
    limit: number,
    candidates: ReturnType<typeof sql>,
    hitCondition = sql`strpos(text.title_lc, ${word}) > 0 or strpos(text.body_lc, ${word}) > 0`,
  ): Promise<Batch> {
    const { rows } = await sql<Row>`${sql.raw(CUSTOM_PLAN)}
      with candidate as materialized (${candidates}), batch as materialized (
        select page_id, addtime from candidate order by addtime desc, page_id desc limit ${limit}
      ), found as (
        select text.page_id, text.item_id, text.addtime, strpos(text.title_lc, ${word}) > 0 as in_title,
          strpos(text.heads_lc, ${word}) > 0 as in_heads,
          (octet_length(text.body_lc) - octet_length(replace(text.body_lc, ${word}, '')))
            / octet_length(${word}) as times
        from batch
        cross join lateral (
          select page.page_id from page
          where page.page_id = batch.page_id and ${visibleToGrants(grants)} and ${matchesFilter(filter)}
          offset 0
        ) seen
        cross join lateral (
          select page_id, item_id, addtime, title_lc, heads_lc, ${detoasted('body_lc')} as body_lc
          from page_search where page_search.page_id = seen.page_id offset 0
        ) text
        where ${hitCondition}
      )
      select page_id, item_id, in_title, in_heads, times, addtime::text as addtime, 0 as read
      from found
      union all
      (select page_id, 0, false, false, 0, addtime::text, (select count(*) from batch)
       from batch order by batch.addtime, batch.page_id limit 1)`.execute(db);
    const last = rows.find((row) => row.read > 0);
    return {
      matches: rows.filter((row) => row.read === 0),
      read: last?.read ?? 0,
      next: last && last.read === limit ? last : undefined,
    };
  }

  /** A few items are looked up one by one; for many items the whole site is looked up and filtered by item. */
  const fromIndex = (grants: readonly ViewGrant[], indexCondition: ReturnType<typeof sql>) => {
    const ids = sql`unnest(${grants.map(({ itemId }) => itemId)}::bigint[])`;
    return grants.length > SINGLE_LOOKUP_LIMIT
      ? sql`select page_id, addtime from page_search
          where ${indexCondition} and item_id + 0 in (select ${ids})`
      : sql`select named.page_id, named.addtime from ${ids} as wanted (item_id)
          cross join lateral (
            select page_id, addtime from page_search
            where page_search.item_id + 0 = wanted.item_id and ${indexCondition} offset 0
          ) named`;
  };

  /** Candidates from the index, plus all rows whose n-grams are missing or outdated. */
  const candidatesOf = (
    grants: readonly ViewGrant[],
    ngrams: readonly number[],
    cursor: Cursor | undefined,
  ) => sql`
    ${fromIndex(grants, sql`grams @> ${ngrams}::int4[] and grams_version = version and ${isOlder(cursor)}`)}
    union all
    select page_id, addtime from page_search
    where ${inItems(grants)} and (grams is null or grams_version is distinct from version)
      and ${isOlder(cursor)}`;

  let cachedFrequencies = { expiresAt: 0, ngramFrequencies: new Map<number, number>() };

  return {
    /** Whether these items have more than `pages` pages. */
    async isLarger(grants: readonly ViewGrant[], pages: number) {
      const { rows } = await sql<{ pages: number }>`
        select count(*)::int as pages
        from (select from page_search where ${inItems(grants)} limit ${pages + 1}) counted`.execute(
        db,
      );
      return (rows[0]?.pages ?? 0) > pages;
    },

    /** Returns the most common n-grams with the share of pages that contain them, from the statistics of PostgreSQL. */
    async ngramFrequencies(now = Date.now()): Promise<ReadonlyMap<number, number>> {
      if (now < cachedFrequencies.expiresAt) return cachedFrequencies.ngramFrequencies;
      const { rows } = await sql<{ gram: number; share: number }>`
        select often.gram, often.share from pg_stats, unnest(most_common_elems::text::int4[], most_common_elem_freqs)
          as often (gram, share)
        where schemaname = 'public' and tablename = 'page_search' and attname = 'grams'
          and gram is not null`.execute(db);
      const ngramFrequencies = new Map(rows.map(({ gram, share }) => [gram, share]));
      cachedFrequencies = { expiresAt: now + FREQUENCIES_TTL_MS, ngramFrequencies };
      return ngramFrequencies;
    },

    /** Reads the newest pages without the index. */
    scan: (
      grants: readonly ViewGrant[],
      query: SearchQuery,
      cursor: Cursor | undefined,
      limit: number,
    ) =>
      readBatch(
        grants,
        query,
        limit,
        sql`select page_id, addtime from page_search
          where ${inItems(grants)} and ${isOlder(cursor)}
          order by addtime desc, page_id desc limit ${limit}`,
      ),

    /** Reads the pages that may contain the word according to the index. */
    searchIndex: (
      grants: readonly ViewGrant[],
      query: SearchQuery,
      ngrams: readonly number[],
      cursor: Cursor | undefined,
      limit: number,
    ) => readBatch(grants, query, limit, candidatesOf(grants, ngrams, cursor)),

    /** Reads the pages whose title may contain the word according to the index. */
    searchTitleIndex: (
      grants: readonly ViewGrant[],
      query: SearchQuery,
      ngrams: readonly number[],
      cursor: Cursor | undefined,
      limit: number,
    ) =>
      readBatch(
        grants,
        query,
        limit,
        candidatesOf(grants, ngrams, cursor),
        sql`strpos(text.title_lc, ${query.word}) > 0`,
      ),

    /**
     * Loads the data shown for search results. Only parts of the content are read, so the response stays small even for
     * large pages. `near` is the part of the raw text at the estimated position of the hit, calculated from its position
     * in the normalized text; it can be off by some characters.
     */
    async loadSnippets(grants: readonly ViewGrant[], pageIds: readonly number[], word: string) {
      const rawPosition = sql`(hit.at::bigint * length(raw.text) / greatest(length(folded.text), 1))::int`;
      const { rows } = await sql<PageSnippet>`
        with recursive way as (
          select page.page_id, catalog.parent_cat_id, catalog.cat_name as place
          from page join catalog on catalog.cat_id = page.cat_id
          where page.page_id = any(${pageIds}::bigint[])
          union all
          select way.page_id, above.parent_cat_id, above.cat_name || ' / ' || way.place
          from way join catalog above on above.cat_id = way.parent_cat_id
        )
        select page.page_id, page.item_id, page.page_title, page.page_type, page.method,
          page.addtime, page.author_username,
          (select item_name from item where item.item_id = page.item_id) as item_name,
          coalesce((select place from way where way.page_id = page.page_id and way.parent_cat_id = 0), '')
            as place,
          substr(raw.text, greatest(${rawPosition} - ${CONTEXT_CHARS}, 1), ${2 * CONTEXT_CHARS}) as near,
          substr(folded.text, greatest(hit.at - ${NORMALIZED_CONTEXT_CHARS}, 1), ${3 * NORMALIZED_CONTEXT_CHARS})
            as near_folded
        from page
        cross join lateral (
          select ${detoasted('body_lc')} as text from page_search
          where page_search.page_id = page.page_id offset 0
        ) folded
        cross join lateral (
          select ${detoasted('page_content')} as text from page_body
          where page_body.page_id = page.page_id offset 0
        ) raw
        cross join lateral (select strpos(folded.text, ${word}) as at offset 0) hit
        where page.page_id = any(${pageIds}::bigint[]) and ${visibleToGrants(grants)}`.execute(db);
      return rows;
    },
  };
});

export interface PageSnippet {
  readonly page_id: number;
  readonly item_id: number;
  readonly item_name: string;
  readonly page_title: string;
  readonly page_type: number;
  readonly method: string;
  readonly addtime: Date;
  readonly author_username: string;
  readonly place: string;
  readonly near: string;
  readonly near_folded: string;
}
