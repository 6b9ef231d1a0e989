import { diff } from '@codemirror/merge';

/** One range of lines in a three-way merge. */
export interface Section {
  /** `both`: both sides made the same change. */
  readonly kind: 'same' | 'theirs' | 'mine' | 'both' | 'conflict';
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
}

/** Lines of the base that one side has replaced. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

const config = { scanLimit: 2000, timeout: 2000 };
const FIRST = 1;
/** Code units of surrogates cannot encode a line; the ones after them can. */
const SURROGATES = { from: 0xd8_00, to: 0xe0_00 };
const LAST = 0xff_ff;

/** Encodes each distinct line as one character, so that a character diff compares line by line. */
function createAlphabet() {
  const letters = new Map<string, string>();
  let next = FIRST;
  return (lines: readonly string[]): string | undefined => {
    const written: string[] = [];
    for (const line of lines) {
      let letter = letters.get(line);
      if (letter === undefined) {
        if (next === SURROGATES.from) next = SURROGATES.to;
        if (next > LAST) return undefined;
        letter = String.fromCharCode(next);
        next += 1;
        letters.set(line, letter);
      }
      written.push(letter);
    }
    return written.join('');
  };
}

function hunksOf(base: readonly string[], side: readonly string[]): Hunk[] {
  const write = createAlphabet();
  const a = write(base);
  const b = write(side);
  // There are more distinct lines than characters: treat the whole text as one change.
  if (a === undefined || b === undefined) return [{ from: 0, to: base.length, lines: side }];
  return diff(a, b, config).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    lines: side.slice(fromB, toB),
  }));
}

/** The lines of one side for a range of the base. */
function sideOf(base: readonly string[], hunks: readonly Hunk[], from: number, to: number) {
  const lines: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.from), ...hunk.lines);
    at = hunk.to;
  }
  return [...lines, ...base.slice(at, to)];
}

/** Three-way merge by lines. Only changes that touch or overlap become conflicts for the user to resolve. */
export function mergeTexts(baseText: string, theirText: string, myText: string): Section[] {
  const base = baseText.split('\n');
  const left = hunksOf(base, theirText.split('\n'));
  const right = hunksOf(base, myText.split('\n'));
  const sections: Section[] = [];
  let at = 0;
  const same = (to: number) => {
    const lines = base.slice(at, to);
    if (lines.length > 0) sections.push({ kind: 'same', theirs: lines, mine: lines });
    at = to;
  };
  while (left.length > 0 || right.length > 0) {
    const from = Math.min(left[0]?.from ?? base.length, right[0]?.from ?? base.length);
    same(from);
    const taken = { left: [] as Hunk[], right: [] as Hunk[] };
    let to = from;
    for (let grows = true; grows;) {
      grows = false;
      for (const [waiting, mine] of [
        [left, taken.left],
        [right, taken.right],
      ] as const) {
        const hunk = waiting[0];
        if (!hunk || hunk.from > to) continue;
        waiting.shift();
        mine.push(hunk);
        to = Math.max(to, hunk.to);
        grows = true;
      }
    }
    const theirs = sideOf(base, taken.left, from, to);
    const mine = sideOf(base, taken.right, from, to);
    sections.push({ kind: kindOf(taken, theirs, mine), theirs, mine });
    at = to;
  }
  same(base.length);
  return sections;
}

function kindOf(
  taken: { left: readonly Hunk[]; right: readonly Hunk[] },
  theirs: readonly string[],
  mine: readonly string[],
): Section['kind'] {
  if (taken.right.length === 0) return 'theirs';
  if (taken.left.length === 0) return 'mine';
  return theirs.join('\n') === mine.join('\n') ? 'both' : 'conflict';
}

export type Decision = 'theirs' | 'mine' | 'both';

/** The merged text; `renderConflict` returns the placeholder for an unresolved conflict. */
export function mergedText(
  sections: readonly Section[],
  decisions: ReadonlyMap<number, Decision>,
  open: (conflict: number) => string,
): string {
  let conflict = 0;
  return sections
    .flatMap((section, at) => {
      if (section.kind !== 'conflict')
        return section.kind === 'theirs' ? section.theirs : section.mine;
      conflict += 1;
      const decision = decisions.get(at);
      if (decision === undefined) return [open(conflict)];
      return decision === 'both' ? [...section.theirs, ...section.mine] : section[decision];
    })
    .join('\n');
}
