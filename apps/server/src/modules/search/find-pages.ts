import { titleNgrams, queryNgrams } from '../search-index/ngrams.ts';
import type { Batch, Cursor, Match, SearchQuery } from './page-search.repository.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';
import type { pageSearchRepository } from './page-search.repository.ts';

/** Number of pages to scan first, to estimate how common the word is. */
const INITIAL_SCAN_SIZE = 400;
/** A word that is expected to fill the result within this many pages is scanned for; the index is not used. */
const MAX_EXPECTED_SCAN = 4000;
/** Up to this number of pages, scanning is not slower than an index lookup. */
const SMALL_SCOPE_PAGES = 2000;
const NGRAM_LIMIT = 4;
const COMMON_NGRAM_FREQUENCY = 0.3;
const FIRST_BATCH_SIZE = 1000;
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
  /** Maximum number of matches. */
  readonly limit: number;
  readonly matchesById: Map<number, Match>;
  isTimedOut(): boolean;
}

type NextBatch = (cursor: Cursor | undefined, size: number) => Promise<Batch>;

/** Reads batches of increasing size until there are enough matches or the time is up; returns true if all rows were read. */
async function readBatches(
  { matchesById, isTimedOut }: SearchRun,
  next: NextBatch,
  cursor: Cursor,
  isEnough: () => boolean,
): Promise<boolean> {
  let from = cursor;
  for (let size = FIRST_BATCH_SIZE; !isEnough() && !isTimedOut(); size *= BATCH_GROWTH) {
    const batch = await next(from, size);
    for (const match of batch.matches) matchesById.set(match.page_id, match);
    if (!batch.next) return true;
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

/**
 * Finds pages that contain a normalized word, either by a scan or by the n-gram index. The newest pages are always
 * scanned first: this covers small items completely and shows how common the word is. With few pages the scan
 * continues. Otherwise titles are looked up in the index, and then content: a common word by continuing the scan, any
 * other word in the index. Returns true if all candidates were read.
 */
async function collectMatches(run: SearchRun): Promise<boolean> {
  const { pageSearch, grants, query, limit, matchesById } = run;
  const scan: NextBatch = (cursor, size) => pageSearch.scan(grants, query, cursor, size);
  const first = await scan(undefined, INITIAL_SCAN_SIZE);
  for (const match of first.matches) matchesById.set(match.page_id, match);
  if (!first.next) return true;
  const ngrams = queryNgrams(query.word);
  const isSmall = ngrams.length === 0 || !(await pageSearch.isLarger(grants, SMALL_SCOPE_PAGES));
  const isCommon = (hits: number) => hits * MAX_EXPECTED_SCAN >= limit * first.read;
  const countTitleMatches = () =>
    [...matchesById.values()].filter((match) => match.in_title).length;
  if (!isSmall) {
    const selectedNgrams = await selectRarestNgrams(pageSearch, titleNgrams(ngrams));
    const titles: NextBatch = (cursor, size) =>
      pageSearch.searchTitleIndex(grants, query, selectedNgrams, cursor, size);
    await readBatches(run, titles, first.next, () => countTitleMatches() >= limit);
  }
  if (isSmall || isCommon(matchesById.size))
    return readBatches(run, scan, first.next, () => matchesById.size >= limit);
  const selectedNgrams = await selectRarestNgrams(pageSearch, ngrams);
  const texts: NextBatch = (cursor, size) =>
    pageSearch.searchIndex(grants, query, selectedNgrams, cursor, size);
  return readBatches(run, texts, first.next, () => matchesById.size >= limit);
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
    limit,
    matchesById,
    isTimedOut,
  });
  const matches = [...matchesById.values()].toSorted(byRelevance);
  return { matches: matches.slice(0, limit), partial: !isComplete || matches.length > limit };
}
