import { titleNgrams, queryNgrams } from '../search-index/ngrams.ts';
import type { Batch, BatchLimit, Cursor, Match, SearchQuery } from './page-search.repository.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';
import type { pageSearchRepository } from './page-search.repository.ts';

/** Number of pages to scan first, to estimate how common the word is. */
const INITIAL_SCAN_SIZE = 400;
/**
 * A word that is expected to fill the result within this many pages is scanned for; the index is not used. In several
 * items a common word has more candidates, which the index returns all before the newest can be selected.
 */
const MAX_EXPECTED_SCAN = { oneItem: 1000, manyItems: 4000 };
const NGRAM_LIMIT = 4;
const COMMON_NGRAM_FREQUENCY = 0.3;
/** In several items each batch repeats a lookup in the index that takes as long as reading 2,000 texts. */
const FIRST_BATCH_SIZE = { oneItem: 2000, manyItems: 8000 };
const BATCH_GROWTH = 8;
/** The search stops after this time and returns a partial result. */
const TIMEOUT_MS = 1500;

export interface SearchResult {
  readonly matches: readonly Match[];
  /** True if there may be more matching pages than `matches` lists. */
  readonly partial: boolean;
}

interface SearchRun {
  readonly pageSearch: ReturnType<typeof pageSearchRepository>;
  readonly grants: readonly ViewGrant[];
  readonly query: SearchQuery;
  /** Number of matches to look for: one more than the result has, to know whether it is complete. */
  readonly wanted: number;
  readonly matchesById: Map<number, Match>;
  isTimedOut(): boolean;
}

function byItemCount(
  limit: { readonly oneItem: number; readonly manyItems: number },
  grants: readonly ViewGrant[],
): number {
  return grants.length === 1 ? limit.oneItem : limit.manyItems;
}

type ReadBatch = (cursor: Cursor | undefined, limit: BatchLimit) => Promise<Batch>;

/** Reads batches of increasing size until there are enough matches or the time is up; returns true if all rows were read. */
async function readBatches(
  { grants, matchesById, wanted, isTimedOut }: SearchRun,
  readBatch: ReadBatch,
  { found, cursor }: { readonly found: number; readonly cursor: Cursor | undefined },
): Promise<boolean> {
  let missing = wanted - found;
  let from = cursor;
  for (let read = byItemCount(FIRST_BATCH_SIZE, grants); missing > 0; read *= BATCH_GROWTH) {
    const batch = await readBatch(from, { read, matches: missing });
    for (const match of batch.matches) matchesById.set(match.page_id, match);
    missing -= batch.matches.length;
    if (!batch.next) return missing > 0;
    if (isTimedOut()) return false;
    from = batch.next;
  }
  return false;
}

/** Picks `limit` entries of a list at even distances. */
function sampleEvenly<T>(list: readonly T[], limit: number): T[] {
  const step = (list.length - 1) / (limit - 1);
  return list.length <= limit
    ? [...list]
    : Array.from({ length: limit }, (_, at) => list[Math.round(at * step)]!);
}

/**
 * PostgreSQL reads one posting list per n-gram, so only a few are used. N-grams that are not among the most common
 * elements in pg_stats come first, spread over the word because neighbouring n-grams match the same pages; then the
 * least frequent of the common ones.
 */
async function selectRarestNgrams(
  pageSearch: ReturnType<typeof pageSearchRepository>,
  ngrams: readonly number[],
) {
  const frequencies = await pageSearch.ngramFrequencies();
  const rare = ngrams.filter((ngram) => !frequencies.has(ngram));
  if (rare.length >= NGRAM_LIMIT) return sampleEvenly(rare, NGRAM_LIMIT);
  const frequent = ngrams
    .filter((ngram) => frequencies.has(ngram))
    .toSorted((a, b) => (frequencies.get(a) ?? 0) - (frequencies.get(b) ?? 0));
  const some = frequent.filter((ngram) => (frequencies.get(ngram) ?? 0) < COMMON_NGRAM_FREQUENCY);
  const selectedNgrams = [...rare, ...some].slice(0, NGRAM_LIMIT);
  return selectedNgrams.length > 0 ? selectedNgrams : frequent.slice(0, 1);
}

/** Reads the pages older than the initial scan, by the index unless the word is so common that a scan is faster. */
async function collectOlder(
  run: SearchRun,
  ngrams: readonly number[],
  cursor: Cursor,
): Promise<boolean> {
  const { pageSearch, grants, query, wanted, matchesById } = run;
  const start = { found: matchesById.size, cursor };
  const expectedScan = (wanted * INITIAL_SCAN_SIZE) / matchesById.size;
  if (ngrams.length === 0 || expectedScan <= byItemCount(MAX_EXPECTED_SCAN, grants))
    return readBatches(run, (from, limit) => pageSearch.scan(grants, query, from, limit), start);
  const alternatives = [
    await selectRarestNgrams(pageSearch, ngrams),
    await selectRarestNgrams(pageSearch, titleNgrams(ngrams)),
  ];
  return readBatches(
    run,
    (from, limit) => pageSearch.searchIndex(grants, query, alternatives, from, limit),
    start,
  );
}

async function collectTitles(run: SearchRun, ngrams: readonly number[]): Promise<void> {
  const { pageSearch, grants, query } = run;
  const selected = await selectRarestNgrams(pageSearch, titleNgrams(ngrams));
  await readBatches(
    run,
    (from, limit) =>
      ngrams.length === 0
        ? pageSearch.scanTitles(grants, query, from, limit)
        : pageSearch.searchTitleIndex(grants, query, selected, from, limit),
    { found: 0, cursor: undefined },
  );
}

/**
 * Finds pages that contain a normalized word. The newest pages are always scanned first: this covers small items
 * completely and shows how common the word is. If there are more matches than wanted, the newest of them and all with
 * the word in the title are found. Returns true if all candidates were read.
 */
async function collectMatches(run: SearchRun): Promise<boolean> {
  const { pageSearch, grants, query, wanted, matchesById } = run;
  const limit = { read: INITIAL_SCAN_SIZE, matches: wanted };
  const first = await pageSearch.scan(grants, query, undefined, limit);
  for (const match of first.matches) matchesById.set(match.page_id, match);
  const ngrams = queryNgrams(query.word);
  const isComplete = first.next
    ? await collectOlder(run, ngrams, first.next)
    : matchesById.size < wanted;
  if (!isComplete) await collectTitles(run, ngrams);
  return isComplete;
}

/** Finds pages with the normalized word in the title, the newest first if there are more than `limit`. */
export async function findTitles(
  pageSearch: ReturnType<typeof pageSearchRepository>,
  grants: readonly ViewGrant[],
  word: string,
  limit: number,
  timeoutMs = TIMEOUT_MS,
): Promise<readonly Match[]> {
  if (grants.length === 0) return [];
  const matchesById = new Map<number, Match>();
  const end = performance.now() + timeoutMs;
  const run = {
    pageSearch,
    grants,
    query: { word, filter: {} },
    wanted: limit,
    matchesById,
    isTimedOut: () => performance.now() > end,
  };
  await collectTitles(run, queryNgrams(word));
  return [...matchesById.values()];
}

/** Sorts by title match, heading match, number of occurrences, then date. */
function byRelevance(a: Match, b: Match): number {
  return (
    Number(b.in_title) - Number(a.in_title) ||
    Number(b.in_heads) - Number(a.in_heads) ||
    b.times - a.times ||
    (a.addtime < b.addtime ? 1 : a.addtime > b.addtime ? -1 : b.page_id - a.page_id)
  );
}

export async function findPages(
  pageSearch: ReturnType<typeof pageSearchRepository>,
  grants: readonly ViewGrant[],
  query: SearchQuery,
  limit: number,
  timeoutMs = TIMEOUT_MS,
): Promise<SearchResult> {
  if (grants.length === 0) return { matches: [], partial: false };
  const matchesById = new Map<number, Match>();
  const end = performance.now() + timeoutMs;
  const isTimedOut = () => performance.now() > end;
  const isComplete = await collectMatches({
    pageSearch,
    grants,
    query,
    wanted: limit + 1,
    matchesById,
    isTimedOut,
  });
  const matches = [...matchesById.values()].toSorted(byRelevance);
  return { matches: matches.slice(0, limit), partial: !isComplete || matches.length > limit };
}
