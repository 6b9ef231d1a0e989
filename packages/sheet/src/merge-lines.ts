import { likeness, matched } from './align-lines.ts';
import type { LineTexts, Step } from './align-lines.ts';
import type { Move } from './move-formula.ts';

export type Side = 'base' | 'theirs' | 'mine';

/** A line of all three sheets, or of some: where it stands in each. */
export type Line = Readonly<Record<Side, number | undefined>>;

/** Two new lines at one place are one when most of it says the same. */
const MOSTLY = 0.5;

interface Slot {
  /** What was put in before a line of the base, in order. */
  readonly inserted: number[];
  /** Where that line went. */
  at: number | undefined;
}

/** By lines of the base: as many as asked for, beyond the end in step. */
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

/** New lines of both at one place: what both have put in is there once; else theirs come first. */
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

/** Every line that there is on any side, once, in an order that is true for all of them. */
export function linesOfAll(
  toTheirs: readonly Step[],
  toMine: readonly Step[],
  textsOf: (side: 'theirs' | 'mine', at: number) => LineTexts,
  /** At least so many lines after all that are filled: some have a height and no cells. */
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

/** From the lines of one side to places among all lines; beyond the end in step. */
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

/** From places among all lines to those that are kept. */
export function keptPlaces(lines: readonly Line[], isKept: (line: Line) => boolean): Move {
  let count = 0;
  const places = lines.map((line) => (isKept(line) ? count++ : undefined));
  return (at) => (at < lines.length ? places[at] : count + at - lines.length);
}
