import type { Repositories } from '../../db/repositories.ts';
import { asTitle, gramsFor } from './grams.ts';
import type { Batch, Cursor, Match, Question } from './page-search.repository.ts';
import type { Readable } from './page.repository.ts';

/** Number of pages to scan first, to estimate how common the word is. */
const FIRST_LOOK = 400;
/** A word that is expected to fill the result within this many pages is scanned for; the index is not used. */
const WORTH_SCANNING = 4000;
/** Up to this number of pages, scanning is not slower than an index lookup. */
const FEW_PAGES = 2000;
const ENOUGH_GRAMS = 4;
const USUAL_SHARE = 0.3;
const FIRST_BATCH = 1000;
const GROWTH = 8;
/** The search stops after this time and returns a partial result. */
const PATIENCE_MS = 1500;

export interface Found {
  readonly matches: readonly Match[];
  /** True if there may be more matching pages than `matches` lists. */
  readonly partial: boolean;
}

interface Search {
  readonly search: Repositories['pageSearch'];
  readonly grants: readonly Readable[];
  readonly question: Question;
  /** Maximum number of matches. */
  readonly most: number;
  readonly found: Map<number, Match>;
  isLate(): boolean;
}

type NextBatch = (cursor: Cursor | undefined, size: number) => Promise<Batch>;

/** Reads batches of increasing size until there are enough matches or the time is up; returns true if all rows were read. */
async function readOn(
  { found, isLate }: Search,
  next: NextBatch,
  cursor: Cursor,
  isEnough: () => boolean,
): Promise<boolean> {
  let from = cursor;
  for (let size = FIRST_BATCH; !isEnough() && !isLate(); size *= GROWTH) {
    const batch = await next(from, size);
    for (const match of batch.matches) found.set(match.page_id, match);
    if (!batch.next) return true;
    from = batch.next;
  }
  return false;
}

/** Picks `limit` entries of a list at even distances. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = (list.length - 1) / (most - 1);
  return list.length <= most
    ? [...list]
    : Array.from({ length: most }, (_, at) => list[Math.round(at * step)]!);
}

/**
 * PostgreSQL reads one posting list per n-gram, so only a few are used. N-grams that are not among the most common
 * elements in pg_stats come first, spread over the word because neighbouring n-grams match the same pages; then the
 * least frequent of the common ones.
 */
async function rarest(search: Repositories['pageSearch'], grams: readonly number[]) {
  const shares = await search.shares();
  const rare = grams.filter((gram) => !shares.has(gram));
  if (rare.length >= ENOUGH_GRAMS) return spread(rare, ENOUGH_GRAMS);
  const frequent = grams
    .filter((gram) => shares.has(gram))
    .toSorted((a, b) => (shares.get(a) ?? 0) - (shares.get(b) ?? 0));
  const some = frequent.filter((gram) => (shares.get(gram) ?? 0) < USUAL_SHARE);
  const wanted = [...rare, ...some].slice(0, ENOUGH_GRAMS);
  return wanted.length > 0 ? wanted : frequent.slice(0, 1);
}

/**
 * Finds pages that contain a normalized word, either by a scan or by the n-gram index. The newest pages are always
 * scanned first: this covers small items completely and shows how common the word is. With few pages or a common word
 * the scan continues; any other word is looked up in the index, separately for titles and for content. Returns true if
 * all candidates were read.
 */
async function collect(run: Search): Promise<boolean> {
  const { search, grants, question, most, found } = run;
  const scan: NextBatch = (cursor, size) => search.scan(grants, question, cursor, size);
  const first = await scan(undefined, FIRST_LOOK);
  for (const match of first.matches) found.set(match.page_id, match);
  if (!first.next) return true;
  const grams = gramsFor(question.word);
  const isSmall = grams.length === 0 || !(await search.isLarger(grants, FEW_PAGES));
  const isCommon = (hits: number) => hits * WORTH_SCANNING >= most * first.read;
  const inTitle = () => [...found.values()].filter((match) => match.in_title).length;
  if (!isSmall) {
    const wanted = await rarest(search, asTitle(grams));
    const titles: NextBatch = (cursor, size) =>
      search.lookUpTitles(grants, question, wanted, cursor, size);
    await readOn(run, titles, first.next, () => inTitle() >= most);
  }
  if (isSmall || isCommon(found.size))
    return readOn(run, scan, first.next, () => found.size >= most);
  const wanted = await rarest(search, grams);
  const texts: NextBatch = (cursor, size) => search.lookUp(grants, question, wanted, cursor, size);
  return readOn(run, texts, first.next, () => found.size >= most);
}

/** Sorts by title match, heading match, number of occurrences, then date. */
function byWorth(a: Match, b: Match): number {
  return (
    Number(b.in_title) - Number(a.in_title) ||
    Number(b.in_heads) - Number(a.in_heads) ||
    b.times - a.times ||
    (a.addtime < b.addtime ? 1 : a.addtime > b.addtime ? -1 : b.page_id - a.page_id)
  );
}

export async function findPages(
  search: Repositories['pageSearch'],
  grants: readonly Readable[],
  question: Question,
  most: number,
  patience = PATIENCE_MS,
): Promise<Found> {
  if (grants.length === 0) return { matches: [], partial: false };
  const found = new Map<number, Match>();
  const end = performance.now() + patience;
  const isLate = () => performance.now() > end;
  const isWhole = await collect({ search, grants, question, most, found, isLate });
  const matches = [...found.values()].toSorted(byWorth);
  return { matches: matches.slice(0, most), partial: !isWhole || matches.length > most };
}
