import type { Repositories } from '../../db/repositories.ts';
import { asTitle, gramsFor } from './grams.ts';
import type { Batch, Cursor, Match, Question } from './page-search.repository.ts';
import type { Readable } from './page.repository.ts';

/** Pages read before it is known how common a word is here. */
const FIRST_LOOK = 400;
/** A word that is expected to fill the answer within so many pages is not worth the index. */
const WORTH_SCANNING = 4000;
/** Reading so many costs no more than asking the index. */
const FEW_PAGES = 2000;
const ENOUGH_GRAMS = 4;
const USUAL_SHARE = 0.3;
const FIRST_BATCH = 1000;
const GROWTH = 8;
/** Nobody waits longer for the last of many results. */
const PATIENCE_MS = 1500;

export interface Found {
  readonly matches: readonly Match[];
  /** More pages hold the word than are named here. */
  readonly partial: boolean;
}

interface Search {
  readonly search: Repositories['pageSearch'];
  readonly grants: readonly Readable[];
  readonly question: Question;
  /** Matches that are enough. */
  readonly most: number;
  readonly found: Map<number, Match>;
  isLate(): boolean;
}

type NextBatch = (cursor: Cursor | undefined, size: number) => Promise<Batch>;

/** Batches that grow, until it is enough or nothing is left; true when all was read. */
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

/** So many of a list, as far from each other as they can be. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = (list.length - 1) / (most - 1);
  return list.length <= most
    ? [...list]
    : Array.from({ length: most }, (_, at) => list[Math.round(at * step)]!);
}

/**
 * Each gram is a list of pages to walk, so few are asked for: those that PostgreSQL does not know as
 * frequent, from all over the word since neighbours say the same, else the least frequent.
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
 * Pages that hold a folded word, found by the cheaper of two ways. The newest pages are read first: that
 * is all for a small item, and it tells how common the word is here. Where there are few pages, or the
 * word is common, reading on is cheapest; any other word is looked up in the index, in titles and in
 * texts apart.
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

/** Title before heading before number of places before date. */
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
