/** The texts of a line (a row or a column) by cell index, without empty cells. */
export type LineTexts = ReadonlyMap<number, string>;

/** The index of a line before and after; undefined if it was added or removed. */
export interface LineMapping {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

type Pair = readonly [before: number, after: number];

/** Maximum number of line comparisons in a range without equal lines that are unique on both sides. */
const MAX_COMPARISONS = 250_000;
/** Two empty lines match, but less than any lines with equal cells. */
const EMPTY_LINE_SIMILARITY = 0.01;
/** Penalty for a run of added or removed lines, in equal cells. */
const GAP_COST = 0.5;

/** The number of equal cells in two lines. */
export function similarity(before: LineTexts, after: LineTexts): number {
  if (before.size === 0 && after.size === 0) return EMPTY_LINE_SIMILARITY;
  let same = 0;
  for (const [at, text] of before) if (after.get(at) === text) same += 1;
  return same;
}

/** The longest subsequence of pairs in which both indexes increase: lines that keep their order. */
function longestIncreasingSubsequence(pairs: readonly Pair[]): Pair[] {
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
  const result: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = links[at] ?? -1) {
    const pair = pairs[at];
    if (pair) result.push(pair);
  }
  return result.toReversed();
}

/** A range of lines on each side; `to` is exclusive. */
interface LineRange {
  readonly from: Pair;
  readonly to: Pair;
}

/** Pairs of lines with equal keys that occur exactly once on each side. */
function pairUniqueKeys(
  { from, to }: LineRange,
  before: (at: number) => string | undefined,
  after: (at: number) => string | undefined,
): Pair[] {
  const uniqueKeys = (first: number, last: number, nameOf: (at: number) => string | undefined) => {
    const positions = new Map<string, number>();
    for (let at = first; at < last; at += 1) {
      const name = nameOf(at);
      if (name !== undefined) positions.set(name, positions.has(name) ? -1 : at);
    }
    return positions;
  };
  const afterKeys = uniqueKeys(from[1], to[1], after);
  const pairs: Pair[] = [];
  for (const [name, at] of uniqueKeys(from[0], to[0], before)) {
    const other = afterKeys.get(name) ?? -1;
    if (at >= 0 && other >= 0) pairs.push([at, other]);
  }
  return longestIncreasingSubsequence(pairs.toSorted(([a], [b]) => a - b));
}

/** The ordered pairs with the maximum total similarity; compares every line with every other. */
export function mostSimilarPairs(
  { from, to }: LineRange,
  similarityOf: (pair: Pair) => number,
): Pair[] {
  const [rows, columns] = [to[0] - from[0], to[1] - from[1]];
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const similarities = new Float64Array(rows * columns);
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const value = similarityOf([from[0] + row, from[1] + column]);
      similarities[row * columns + column] = value;
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
    const value = similarities[row * columns + column] ?? 0;
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
export function matchLines(before: readonly LineTexts[], after: readonly LineTexts[]): Pair[] {
  const keyOf = (texts: LineTexts) => {
    let key = '';
    // Control characters that cannot occur in stored text.
    for (const [at, text] of texts) key += `${at}\u0001${text}\u0002`;
    return key;
  };
  const keys = [before.map(keyOf), after.map(keyOf)] as const;
  const named = (side: 0 | 1, at: number) => (keys[side][at] === '' ? undefined : keys[side][at]);
  const result: Pair[] = [];

  /** For a large range without unique equal lines: uses a column of unique values, such as ids, as key of its lines. */
  function pairByKeyColumn(large: LineRange): Pair[] {
    const positions = new Set(
      before.slice(large.from[0], large.to[0]).flatMap((line) => [...line.keys()]),
    );
    let best: Pair[] = [];
    for (const position of positions) {
      const pairs = pairUniqueKeys(
        large,
        (at) => before[at]?.get(position),
        (at) => after[at]?.get(position),
      );
      if (pairs.length > best.length) best = pairs;
    }
    return best;
  }

  function alignBetween(pairs: readonly Pair[], { from, to }: LineRange): void {
    let last = from;
    for (const pair of pairs) {
      alignRange({ from: last, to: pair });
      result.push(pair);
      last = [pair[0] + 1, pair[1] + 1];
    }
    alignRange({ from: last, to });
  }

  function alignRange({ from, to }: LineRange): void {
    let [a, b] = from;
    let [aEnd, bEnd] = to;
    for (; a < aEnd && b < bEnd && keys[0][a] === keys[1][b]; a += 1, b += 1) result.push([a, b]);
    const ending: Pair[] = [];
    for (; a < aEnd && b < bEnd && keys[0][aEnd - 1] === keys[1][bEnd - 1];) {
      aEnd -= 1;
      bEnd -= 1;
      ending.push([aEnd, bEnd]);
    }
    if (a < aEnd && b < bEnd) {
      const rest: LineRange = { from: [a, b], to: [aEnd, bEnd] };
      const equal = pairUniqueKeys(
        rest,
        (at) => named(0, at),
        (at) => named(1, at),
      );
      if (equal.length > 0) alignBetween(equal, rest);
      else if ((aEnd - a) * (bEnd - b) <= MAX_COMPARISONS)
        result.push(
          ...mostSimilarPairs(rest, ([x, y]) =>
            similarity(
              before[x] ?? new Map<number, string>(),
              after[y] ?? new Map<number, string>(),
            ),
          ),
        );
      else {
        const pairs = pairByKeyColumn(rest);
        if (pairs.length > 0) alignBetween(pairs, rest);
      }
    }
    result.push(...ending.toReversed());
  }
  alignRange({ from: [0, 0], to: [before.length, after.length] });
  return result;
}

/**
 * All lines in order. Unmatched lines between two pairs are treated as changed lines as far as there are equally
 * many on both sides. After the last pair all lines are mapped to each other, even beyond the end of the shorter
 * side, because a sheet continues with empty lines.
 */
export function toLineMappings(
  pairs: readonly Pair[],
  before: number,
  after: number,
): LineMapping[] {
  const mappings: LineMapping[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of pairs) {
    while (a < nextA && b < nextB) mappings.push({ before: a++, after: b++ });
    while (a < nextA) mappings.push({ before: a++, after: undefined });
    while (b < nextB) mappings.push({ before: undefined, after: b++ });
    mappings.push({ before: a++, after: b++ });
  }
  while (a < before || b < after) mappings.push({ before: a++, after: b++ });
  return mappings;
}

/** The score of an alignment: the number of equal cells minus the penalty for added and removed lines. */
export function alignmentScore(
  mappings: readonly LineMapping[],
  similarityOf: (pair: Pair) => number,
): number {
  let score = 0;
  let isRun = false;
  for (const { before, after } of mappings) {
    const isPair = before !== undefined && after !== undefined;
    if (isPair) score += similarityOf([before, after]);
    else if (!isRun) score -= GAP_COST;
    isRun = !isPair;
  }
  return score;
}

/** Aligns the lines of two sheets. Assumes that no line was added or removed unless that gives a higher score. */
export function alignLines(
  before: readonly LineTexts[],
  after: readonly LineTexts[],
): LineMapping[] {
  const empty: LineTexts = new Map<number, string>();
  const similarityOf = ([a, b]: Pair) => similarity(before[a] ?? empty, after[b] ?? empty);
  const unmoved = toLineMappings([], before.length, after.length);
  const aligned = toLineMappings(matchLines(before, after), before.length, after.length);
  return alignmentScore(aligned, similarityOf) > alignmentScore(unmoved, similarityOf)
    ? aligned
    : unmoved;
}
