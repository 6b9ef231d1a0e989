import { similarity, matchLines } from './align-lines.ts';
import type { LineTexts, LineMapping } from './align-lines.ts';
import type { Move } from './move-formula.ts';

export type Side = 'base' | 'theirs' | 'mine';

/** A merged line with its index on each side; undefined on sides that do not have it. */
export type MergedLine = Readonly<Record<Side, number | undefined>>;

/** Two lines that both sides inserted at the same position are merged if more than this share of their cells is equal. */
const MIN_SIMILARITY = 0.5;

interface Slot {
  /** Lines inserted before a line of the base, in order. */
  readonly inserted: number[];
  /** The new index of that base line; undefined if it was removed. */
  at: number | undefined;
}

/** One slot per base line, at least `count`. Lines after the last aligned line are unmoved relative to it. */
function toSlots(mappings: readonly LineMapping[], count: number): Slot[] {
  const slots: Slot[] = [];
  let inserted: number[] = [];
  let after = 0;
  for (const mapping of mappings) {
    if (mapping.after !== undefined) after = mapping.after + 1;
    if (mapping.before === undefined) {
      if (mapping.after !== undefined) inserted.push(mapping.after);
    } else {
      slots.push({ inserted, at: mapping.after });
      inserted = [];
    }
  }
  while (slots.length < count) {
    slots.push({ inserted, at: after++ });
    inserted = [];
  }
  return slots;
}

const EMPTY: LineTexts = new Map();

/** Merges lines that both sides inserted at one position. Lines that both inserted appear once, otherwise `theirs` come first. */
function mergeInsertedLines(
  theirs: readonly number[],
  mine: readonly number[],
  textsOf: (side: 'theirs' | 'mine', at: number) => LineTexts,
): MergedLine[] {
  const texts = {
    theirs: theirs.map((at) => textsOf('theirs', at)),
    mine: mine.map((at) => textsOf('mine', at)),
  };
  const pairs = matchLines(texts.theirs, texts.mine).filter(([their, my]) => {
    const [a, b] = [texts.theirs[their] ?? EMPTY, texts.mine[my] ?? EMPTY];
    return similarity(a, b) > MIN_SIMILARITY * Math.max(a.size, b.size);
  });
  const lines: MergedLine[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [theirs.length, mine.length] as const]) {
    for (; a < nextA; a += 1) lines.push({ base: undefined, theirs: theirs[a], mine: undefined });
    for (; b < nextB; b += 1) lines.push({ base: undefined, theirs: undefined, mine: mine[b] });
    if (a < theirs.length) lines.push({ base: undefined, theirs: theirs[a++], mine: mine[b++] });
  }
  return lines;
}

/** All lines of all sides, each once, in an order that is consistent with every side. */
export function mergeLines(
  toTheirs: readonly LineMapping[],
  toMine: readonly LineMapping[],
  textsOf: (side: 'theirs' | 'mine', at: number) => LineTexts,
  /** Minimum number of base lines: rows without cells may still have a height. */
  minCount: number,
): MergedLine[] {
  const filled = [toTheirs, toMine].map(
    (mappings) => mappings.filter(({ before }) => before !== undefined).length,
  );
  const count = Math.max(...filled, minCount);
  const [theirs, mine] = [toSlots(toTheirs, count), toSlots(toMine, count)];
  return theirs.flatMap((their, base) => {
    const my = mine[base];
    return [
      ...mergeInsertedLines(their.inserted, my?.inserted ?? [], textsOf),
      { base, theirs: their.at, mine: my?.at },
    ];
  });
}

/** Maps line indexes of one side to indexes in the merged lines; lines after the last one are shifted. */
export function toMergedPosition(lines: readonly MergedLine[], side: Side): Move {
  const positions = new Map<number, number>();
  let count = 0;
  for (const [position, line] of lines.entries()) {
    const at = line[side];
    if (at === undefined) continue;
    positions.set(at, position);
    count = at + 1;
  }
  return (at) => positions.get(at) ?? (at < count ? undefined : lines.length + at - count);
}

/** Maps indexes in the merged lines to indexes in the lines that are kept. */
export function toKeptPosition(
  lines: readonly MergedLine[],
  isKept: (line: MergedLine) => boolean,
): Move {
  let count = 0;
  const positions = lines.map((line) => (isKept(line) ? count++ : undefined));
  return (at) => (at < lines.length ? positions[at] : count + at - lines.length);
}
