import { likeness, matched } from './align-lines.ts';
import type { LineTexts, Step } from './align-lines.ts';
import type { Move } from './move-formula.ts';

export type Side = 'base' | 'theirs' | 'mine';

/** A merged line with its index on each side; undefined on sides that do not have it. */
export type Line = Readonly<Record<Side, number | undefined>>;

/** Two lines that both sides inserted at the same position are merged if more than this share of their cells is equal. */
const MOSTLY = 0.5;

interface Slot {
  /** Lines inserted before a line of the base, in order. */
  readonly inserted: number[];
  /** The new index of that base line; undefined if it was removed. */
  at: number | undefined;
}

/** One slot per base line, at least `count`. Lines after the last aligned line are unmoved relative to it. */
function slotsOf(steps: readonly Step[], count: number): Slot[] {
  const slots: Slot[] = [];
  let inserted: number[] = [];
  let after = 0;
  for (const step of steps) {
    if (step.after !== undefined) after = step.after + 1;
    if (step.before === undefined) {
      if (step.after !== undefined) inserted.push(step.after);
    } else {
      slots.push({ inserted, at: step.after });
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
function joined(
  theirs: readonly number[],
  mine: readonly number[],
  textsOf: (side: 'theirs' | 'mine', at: number) => LineTexts,
): Line[] {
  const texts = {
    theirs: theirs.map((at) => textsOf('theirs', at)),
    mine: mine.map((at) => textsOf('mine', at)),
  };
  const pairs = matched(texts.theirs, texts.mine).filter(([their, my]) => {
    const [a, b] = [texts.theirs[their] ?? EMPTY, texts.mine[my] ?? EMPTY];
    return likeness(a, b) > MOSTLY * Math.max(a.size, b.size);
  });
  const lines: Line[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [theirs.length, mine.length] as const]) {
    for (; a < nextA; a += 1) lines.push({ base: undefined, theirs: theirs[a], mine: undefined });
    for (; b < nextB; b += 1) lines.push({ base: undefined, theirs: undefined, mine: mine[b] });
    if (a < theirs.length) lines.push({ base: undefined, theirs: theirs[a++], mine: mine[b++] });
  }
  return lines;
}

/** All lines of all sides, each once, in an order that is consistent with every side. */
export function linesOfAll(
  toTheirs: readonly Step[],
  toMine: readonly Step[],
  textsOf: (side: 'theirs' | 'mine', at: number) => LineTexts,
  /** Minimum number of base lines: rows without cells may still have a height. */
  least: number,
): Line[] {
  const filled = [toTheirs, toMine].map(
    (steps) => steps.filter(({ before }) => before !== undefined).length,
  );
  const count = Math.max(...filled, least);
  const [theirs, mine] = [slotsOf(toTheirs, count), slotsOf(toMine, count)];
  return theirs.flatMap((their, base) => {
    const my = mine[base];
    return [
      ...joined(their.inserted, my?.inserted ?? [], textsOf),
      { base, theirs: their.at, mine: my?.at },
    ];
  });
}

/** Maps line indexes of one side to indexes in the merged lines; lines after the last one are shifted. */
export function placesOf(lines: readonly Line[], side: Side): Move {
  const places = new Map<number, number>();
  let count = 0;
  for (const [place, line] of lines.entries()) {
    const at = line[side];
    if (at === undefined) continue;
    places.set(at, place);
    count = at + 1;
  }
  return (at) => places.get(at) ?? (at < count ? undefined : lines.length + at - count);
}

/** Maps indexes in the merged lines to indexes in the lines that are kept. */
export function keptPlaces(lines: readonly Line[], isKept: (line: Line) => boolean): Move {
  let count = 0;
  const places = lines.map((line) => (isKept(line) ? count++ : undefined));
  return (at) => (at < lines.length ? places[at] : count + at - lines.length);
}
