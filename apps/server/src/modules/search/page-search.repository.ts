import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import { CUSTOM_PLAN } from '../../db/prepared-statement-client.ts';
import { visibleToGrants } from '../../access/visible-pages.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';

/** Number of characters read around a hit in the raw text; fewer if normalization did not change its length. */
const CONTEXT_CHARS = 400;
const EXACT_CONTEXT_CHARS = 200;
/** The same in the normalized text. */
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

/** A batch ends after `read` rows, or as soon as it has found `matches` pages. */
export interface BatchLimit {
  readonly read: number;
  readonly matches: number;
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
  /** Where the next batch starts; undefined if there are no older rows or enough matches. */
  readonly next: Cursor | undefined;
}

type Row = Match & { readonly is_cursor: boolean };

function inItems(grants: readonly ViewGrant[]) {
  const ids = grants.map(({ itemId }) => itemId);
  // For a single item the index also provides the order.
  return ids.length === 1 ? sql`item_id = ${ids[0]}` : sql`item_id = any(${ids}::bigint[])`;
}

function matchesFilter({ author, days }: PageFilter) {
  if (author === undefined && days === undefined) return sql`true`;
  return sql`(${author ?? null}::text is null or page.author_username = ${author ?? null})
    and (${days ?? null}::int is null
      or page.addtime >= now() - make_interval(days => ${days ?? null}))`;
}

/** Detoasts a long text once; otherwise every function on the column would fetch and decompress it again. */
const detoasted = (column: string) => sql`${sql.ref(column)} || ''`;

const TEXT_COLUMNS = sql`page_id, item_id, addtime, title_lc, heads_lc, body_lc`;
const NEWEST_FIRST = sql`order by addtime desc, page_id desc`;

const inTitle = (word: string) => sql<boolean>`strpos(text.title_lc, ${word}) > 0`;
const inTitleOrBody = (word: string) =>
  sql<boolean>`(${inTitle(word)} or strpos(text.body_lc, ${word}) > 0)`;

const isOlder = (cursor: Cursor | undefined) =>
  cursor === undefined
    ? sql`true`
    : sql`(addtime, page_id) < (${cursor.addtime}::timestamptz, ${cursor.page_id}::bigint)`;

interface BatchSource {
  /** The ids and times of a batch, newest first. */
  readonly rows: ReturnType<typeof sql>;
  /** Their texts in the same order, if a statement reads them faster than one by one. */
  readonly texts?: ReturnType<typeof sql>;
}

export const pageSearchRepository = repository((db) => {
  /**
   * Returns the pages of a batch that contain the word and are visible. The limit of rows applies to rows read, not to
   * matches: the next batch starts where this one ended, so pages the caller may not see never use up the result. The
   * statement stops reading texts as soon as it has enough matches. `offset 0` keeps the planner from reading whole
   * tables and from changing the order.
   */
  async function readBatch(
    grants: readonly ViewGrant[],
    { word, filter }: SearchQuery,
    limit: BatchLimit,
    { rows: batchRows, texts }: BatchSource,
    isHit = inTitleOrBody(word),
  ): Promise<Batch> {
    const oneByOne = sql`select text.* from batch cross join lateral (
      select ${TEXT_COLUMNS} from page_search where page_search.page_id = batch.page_id offset 0
    ) text`;
    // In one item there is only one reasonable plan, which is prepared.
    const plan = grants.length === 1 ? sql`` : sql.raw(CUSTOM_PLAN);
    const { rows } = await sql<Row>`${plan}
      with batch as materialized (${batchRows}), found as materialized (
        select text.page_id, text.item_id, text.addtime, ${inTitle(word)} as in_title,
          strpos(text.heads_lc, ${word}) > 0 as in_heads,
          (octet_length(text.body_lc) - octet_length(replace(text.body_lc, ${word}, '')))
            / octet_length(${word}) as times
        from (${texts ?? oneByOne}) text
        cross join lateral (
          select from page
          where page.page_id = text.page_id and ${visibleToGrants(grants)} and ${matchesFilter(filter)}
          offset 0
        ) visible
        where ${isHit}
        limit ${limit.matches}
      )
      select page_id, item_id, in_title, in_heads, times, addtime::text as addtime, false as is_cursor
      from found
      union all
      (select page_id, 0, false, false, 0, addtime::text, true from batch
       where (select count(*) from found) < ${limit.matches}
       offset ${sql.lit(limit.read - 1)} limit 1)`.execute(db);
    return {
      matches: rows.filter((row) => !row.is_cursor),
      next: rows.find((row) => row.is_cursor),
    };
  }

  /**
   * One item has a plan that PostgreSQL can keep. A few items are looked up one by one; for many items PostgreSQL
   * combines the pages with these n-grams and the pages of the items before it reads rows.
   */
  const fromIndex = (grants: readonly ViewGrant[], indexCondition: ReturnType<typeof sql>) => {
    const [first, ...others] = grants;
    if (first && others.length === 0)
      return sql`select page_id, addtime from page_search
        where page_search.item_id + 0 = ${first.itemId}::bigint and ${indexCondition}`;
    const ids = sql`unnest(${grants.map(({ itemId }) => itemId)}::bigint[])`;
    return grants.length > SINGLE_LOOKUP_LIMIT
      ? sql`select page_id, addtime from page_search
          where ${indexCondition} and ${inItems(grants)}`
      : sql`select named.page_id, named.addtime from ${ids} as wanted (item_id)
          cross join lateral (
            select page_id, addtime from page_search
            where page_search.item_id + 0 = wanted.item_id and ${indexCondition} offset 0
          ) named`;
  };

  /** Candidates from the index, plus all rows whose n-grams are missing or outdated. */
  const candidates = (
    grants: readonly ViewGrant[],
    ngrams: readonly (readonly number[])[],
    cursor: Cursor | undefined,
    limit: BatchLimit,
  ) => {
    // Hidden from the planner, which takes several n-grams of one word for independent and expects no rows.
    const hasNgrams = sql.join(
      ngrams.map((some) => sql`grams @> (select ${some}::int4[])`),
      sql` or `,
    );
    // Without `offset 0` the planner would read all older rows instead of the few without current n-grams.
    return sql`select page_id, addtime from (
        ${fromIndex(grants, sql`(${hasNgrams}) and grams_version = version`)}
        union all
        (select page_id, addtime from page_search
         where ${inItems(grants)} and (grams is null or grams_version is distinct from version) offset 0)
      ) candidate
      where ${isOlder(cursor)} ${NEWEST_FIRST} limit ${sql.lit(limit.read)}`;
  };

  const newest = (
    columns: ReturnType<typeof sql>,
    grants: readonly ViewGrant[],
    cursor: Cursor | undefined,
    limit: BatchLimit,
  ) => sql`select ${columns} from page_search where ${inItems(grants)} and ${isOlder(cursor)}
    ${NEWEST_FIRST} limit ${sql.lit(limit.read)}`;

  /** Reads the newest pages without the index. */
  const scan = (
    grants: readonly ViewGrant[],
    query: SearchQuery,
    cursor: Cursor | undefined,
    limit: BatchLimit,
    isHit?: ReturnType<typeof inTitle>,
  ) =>
    readBatch(
      grants,
      query,
      limit,
      {
        rows: newest(sql`page_id, addtime`, grants, cursor, limit),
        // The order of several items comes from an index without texts, or from a sort, which is faster without them.
        ...(grants.length === 1 && { texts: newest(TEXT_COLUMNS, grants, cursor, limit) }),
      },
      isHit,
    );

  let cachedFrequencies = { expiresAt: 0, ngramFrequencies: new Map<number, number>() };

  return {
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

    scan,

    /** Reads the newest pages without the index and returns those with the word in the title. */
    scanTitles: (
      grants: readonly ViewGrant[],
      query: SearchQuery,
      cursor: Cursor | undefined,
      limit: BatchLimit,
    ) => scan(grants, query, cursor, limit, inTitle(query.word)),

    /** Reads the pages that may contain the word according to the index; each list of n-grams is an alternative. */
    searchIndex: (
      grants: readonly ViewGrant[],
      query: SearchQuery,
      ngrams: readonly (readonly number[])[],
      cursor: Cursor | undefined,
      limit: BatchLimit,
    ) => readBatch(grants, query, limit, { rows: candidates(grants, ngrams, cursor, limit) }),

    /** Reads the pages whose title may contain the word according to the index. */
    searchTitleIndex: (
      grants: readonly ViewGrant[],
      query: SearchQuery,
      ngrams: readonly number[],
      cursor: Cursor | undefined,
      limit: BatchLimit,
    ) =>
      readBatch(
        grants,
        query,
        limit,
        { rows: candidates(grants, [ngrams], cursor, limit) },
        inTitle(query.word),
      ),

    /**
     * Loads the data shown for search results. Only parts of the content are read, so the response stays small even for
     * large pages. `near` is the part of the raw text at the estimated position of the hit, calculated from its position
     * in the normalized text; it can be off by some characters if normalization changes the length.
     */
    async loadSnippets(grants: readonly ViewGrant[], pageIds: readonly number[], word: string) {
      const { rows } = await sql<PageSnippet>`
        select page.page_id, page.item_id, page.page_title, page.page_type, page.method,
          page.addtime, page.author_username,
          substr(raw.text, greatest(hit.raw_at - hit.margin, 1), 2 * hit.margin) as near,
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
        cross join lateral (select strpos(folded.text, ${word}) as at offset 0) found
        cross join lateral (
          select found.at, found.at as raw_at, ${EXACT_CONTEXT_CHARS}::int as margin
          where octet_length(raw.text) = octet_length(folded.text)
          union all
          select found.at, (found.at::bigint * length(raw.text) / greatest(length(folded.text), 1))::int,
            ${CONTEXT_CHARS}::int
          where octet_length(raw.text) <> octet_length(folded.text)
        ) hit
        where page.page_id = any(${pageIds}::bigint[]) and ${visibleToGrants(grants)}`.execute(db);
      return rows;
    },

    /** Returns the catalog path of each page that is in a catalog. */
    async listPlaces(pageIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const { rows } = await sql<{ page_id: number; place: string }>`
        with recursive way as (
          select page.page_id, catalog.parent_cat_id, catalog.cat_name as place
          from page join catalog on catalog.cat_id = page.cat_id
          where page.page_id = any(${pageIds}::bigint[])
          union all
          select way.page_id, above.parent_cat_id, above.cat_name || ' / ' || way.place
          from way join catalog above on above.cat_id = way.parent_cat_id
        )
        select page_id, place from way where parent_cat_id = 0`.execute(db);
      return new Map(rows.map(({ page_id, place }) => [page_id, place]));
    },
  };
});

export interface PageSnippet {
  readonly page_id: number;
  readonly item_id: number;
  readonly page_title: string;
  readonly page_type: number;
  readonly method: string;
  readonly addtime: Date;
  readonly author_username: string;
  readonly near: string;
  readonly near_folded: string;
}
