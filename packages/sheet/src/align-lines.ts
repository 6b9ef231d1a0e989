/** The texts of a line (a row or a column) by cell index, without empty cells. */
export type LineTexts = ReadonlyMap<number, string>;

/** The index of a line before and after; undefined if it was added or removed. */
export interface Step {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

type Pair = readonly [before: number, after: number];

/** Maximum number of line comparisons in a range where no two lines are equal. */
const MOST_COMPARED = 250_000;
/** Two empty lines match, but less than any lines with equal cells. */
const BOTH_EMPTY = 0.01;
/** Penalty for a run of added or removed lines, in equal cells. */
const COST_OF_RUN = 0.5;

/** The number of equal cells in two lines. */
export function likeness(before: LineTexts, after: LineTexts): number {
  if (before.size === 0 && after.size === 0) return BOTH_EMPTY;
  let same = 0;
  for (const [at, text] of before) if (after.get(at) === text) same += 1;
  return same;
}

/** The longest subsequence of pairs in which both indexes increase: lines that keep their order. */
function rising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const links: number[] = [];
  for (const [at, [, after]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    links[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const found: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = links[at] ?? -1) {
    const pair = pairs[at];
    if (pair) found.push(pair);
  }
  return found.toReversed();
}

/** A range of lines on each side; `to` is exclusive. */
interface Stretch {
  readonly from: Pair;
  readonly to: Pair;
}

/** Pairs of lines with equal keys that occur exactly once on each side. */
function namedAlike(
  { from, to }: Stretch,
  before: (at: number) => string | undefined,
  after: (at: number) => string | undefined,
): Pair[] {
  const once = (first: number, last: number, nameOf: (at: number) => string | undefined) => {
    const places = new Map<string, number>();
    for (let at = first; at < last; at += 1) {
      const name = nameOf(at);
      if (name !== undefined) places.set(name, places.has(name) ? -1 : at);
    }
    return places;
  };
  const there = once(from[1], to[1], after);
  const pairs: Pair[] = [];
  for (const [name, at] of once(from[0], to[0], before)) {
    const other = there.get(name) ?? -1;
    if (at >= 0 && other >= 0) pairs.push([at, other]);
  }
  return rising(pairs.toSorted(([a], [b]) => a - b));
}

/** The ordered pairs with the maximum total similarity; compares every line with every other. */
export function mostAlike({ from, to }: Stretch, alike: (pair: Pair) => number): Pair[] {
  const [rows, columns] = [to[0] - from[0], to[1] - from[1]];
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const own = new Float64Array(rows * columns);
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const value = alike([from[0] + row, from[1] + column]);
      own[row * columns + column] = value;
      const paired = value > 0 ? value + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      best[row * width + column] = Math.max(
        paired,
        best[(row + 1) * width + column] ?? 0,
        best[row * width + column + 1] ?? 0,
      );
    }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    const here = best[row * width + column] ?? 0;
    const value = own[row * columns + column] ?? 0;
    if (value > 0 && here === value + (best[(row + 1) * width + column + 1] ?? 0)) {
      pairs.push([from[0] + row, from[1] + column]);
      row += 1;
      column += 1;
    } else if (here === best[(row + 1) * width + column]) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Ordered pairs of corresponding lines: equal lines first, the others by similarity or by a column of unique values. */
export function matched(before: readonly LineTexts[], after: readonly LineTexts[]): Pair[] {
  const keyOf = (texts: LineTexts) => {
    let key = '';
    // Control characters that cannot occur in stored text.
    for (const [at, text] of texts) key += `${at}\u0001${text}\u0002`;
    return key;
  };
  const keys = [before.map(keyOf), after.map(keyOf)] as const;
  const named = (side: 0 | 1, at: number) => (keys[side][at] === '' ? undefined : keys[side][at]);
  const found: Pair[] = [];

  /** For a large range without equal lines: uses a column of unique values, such as ids, as key of its lines. */
  function byOneColumn(large: Stretch): Pair[] {
    const places = new Set(
      before.slice(large.from[0], large.to[0]).flatMap((line) => [...line.keys()]),
    );
    let best: Pair[] = [];
    for (const place of places) {
      const pairs = namedAlike(
        large,
        (at) => before[at]?.get(place),
        (at) => after[at]?.get(place),
      );
      if (pairs.length > best.length) best = pairs;
    }
    return best;
  }

  function between(pairs: readonly Pair[], { from, to }: Stretch): void {
    let last = from;
    for (const pair of pairs) {
      stretch({ from: last, to: pair });
      found.push(pair);
      last = [pair[0] + 1, pair[1] + 1];
    }
    stretch({ from: last, to });
  }

  function stretch({ from, to }: Stretch): void {
    let [a, b] = from;
    let [aEnd, bEnd] = to;
    for (; a < aEnd && b < bEnd && keys[0][a] === keys[1][b]; a += 1, b += 1) found.push([a, b]);
    const ending: Pair[] = [];
    for (; a < aEnd && b < bEnd && keys[0][aEnd - 1] === keys[1][bEnd - 1];) {
      aEnd -= 1;
      bEnd -= 1;
      ending.push([aEnd, bEnd]);
    }
    if (a < aEnd && b < bEnd) {
      const rest: Stretch = { from: [a, b], to: [aEnd, bEnd] };
      const equal = namedAlike(
        rest,
        (at) => named(0, at),
        (at) => named(1, at),
      );
      if (equal.length > 0) between(equal, rest);
      else if ((aEnd - a) * (bEnd - b) <= MOST_COMPARED)
        found.push(
          ...mostAlike(rest, ([x, y]) =>
            likeness(before[x] ?? new Map<number, string>(), after[y] ?? new Map<number, string>()),
          ),
        );
      else {
        const pairs = byOneColumn(rest);
        if (pairs.length > 0) between(pairs, rest);
      }
    }
    found.push(...ending.toReversed());
  }
  stretch({ from: [0, 0], to: [before.length, after.length] });
  return found;
}

/**
 * All lines in order. Unmatched lines between two pairs are treated as changed lines as far as there are equally
 * many on both sides. The same applies after the last pair, because a sheet continues with empty lines.
 */
export function stepsOf(pairs: readonly Pair[], before: number, after: number): Step[] {
  const steps: Step[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of pairs) {
    while (a < nextA && b < nextB) steps.push({ before: a++, after: b++ });
    while (a < nextA) steps.push({ before: a++, after: undefined });
    while (b < nextB) steps.push({ before: undefined, after: b++ });
    steps.push({ before: a++, after: b++ });
  }
  while (a < before || b < after) steps.push({ before: a++, after: b++ });
  return steps;
}

/** The score of an alignment: the number of equal cells minus the penalty for added and removed lines. */
export function worthOf(steps: readonly Step[], alike: (pair: Pair) => number): number {
  let worth = 0;
  let isRun = false;
  for (const { before, after } of steps) {
    const isPair = before !== undefined && after !== undefined;
    if (isPair) worth += alike([before, after]);
    else if (!isRun) worth -= COST_OF_RUN;
    isRun = !isPair;
  }
  return worth;
}

/** Aligns the lines of two sheets. Assumes that no line was added or removed unless that gives a higher score. */
export function alignLines(before: readonly LineTexts[], after: readonly LineTexts[]): Step[] {
  const empty: LineTexts = new Map<number, string>();
  const alike = ([a, b]: Pair) => likeness(before[a] ?? empty, after[b] ?? empty);
  const inStep = stepsOf([], before.length, after.length);
  const aligned = stepsOf(matched(before, after), before.length, after.length);
  return worthOf(aligned, alike) > worthOf(inStep, alike) ? aligned : inStep;
}
