import { diff } from '@codemirror/merge';

/** One range of lines in a three-way merge. */
export interface MergeSection {
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
const MIN_CODE = 1;
/** Code units of surrogates cannot encode a line; the ones after them can. */
const SURROGATES = { from: 0xd8_00, to: 0xe0_00 };
const MAX_CODE = 0xff_ff;

/** Encodes each distinct line as one character, so that a character diff compares line by line. */
function createLineEncoder() {
  const codes = new Map<string, string>();
  let next = MIN_CODE;
  return (lines: readonly string[]): string | undefined => {
    const encoded: string[] = [];
    for (const line of lines) {
      let code = codes.get(line);
      if (code === undefined) {
        if (next === SURROGATES.from) next = SURROGATES.to;
        if (next > MAX_CODE) return undefined;
        code = String.fromCharCode(next);
        next += 1;
        codes.set(line, code);
      }
      encoded.push(code);
    }
    return encoded.join('');
  };
}

function diffLines(base: readonly string[], side: readonly string[]): Hunk[] {
  const encode = createLineEncoder();
  const a = encode(base);
  const b = encode(side);
  // There are more distinct lines than characters: treat the whole text as one change.
  if (a === undefined || b === undefined) return [{ from: 0, to: base.length, lines: side }];
  return diff(a, b, config).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    lines: side.slice(fromB, toB),
  }));
}

/** The lines of one side for a range of the base. */
function applyHunks(base: readonly string[], hunks: readonly Hunk[], from: number, to: number) {
  const lines: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.from), ...hunk.lines);
    at = hunk.to;
  }
  return [...lines, ...base.slice(at, to)];
}

/** Three-way merge by lines. Only changes that touch or overlap become conflicts for the user to resolve. */
export function mergeTexts(baseText: string, theirText: string, myText: string): MergeSection[] {
  const base = baseText.split('\n');
  const left = diffLines(base, theirText.split('\n'));
  const right = diffLines(base, myText.split('\n'));
  const sections: MergeSection[] = [];
  let at = 0;
  const same = (to: number) => {
    const lines = base.slice(at, to);
    if (lines.length > 0) sections.push({ kind: 'same', theirs: lines, mine: lines });
    at = to;
  };
  while (left.length > 0 || right.length > 0) {
    const from = Math.min(left[0]?.from ?? base.length, right[0]?.from ?? base.length);
    same(from);
    const overlapping = { left: [] as Hunk[], right: [] as Hunk[] };
    let to = from;
    for (let grows = true; grows;) {
      grows = false;
      for (const [pendingHunks, mine] of [
        [left, overlapping.left],
        [right, overlapping.right],
      ] as const) {
        const hunk = pendingHunks[0];
        if (!hunk || hunk.from > to) continue;
        pendingHunks.shift();
        mine.push(hunk);
        to = Math.max(to, hunk.to);
        grows = true;
      }
    }
    const theirs = applyHunks(base, overlapping.left, from, to);
    const mine = applyHunks(base, overlapping.right, from, to);
    const kind = sectionKind(overlapping, theirs, mine);
    sections.push(
      ...(kind === 'conflict' ? narrowConflict(theirs, mine) : [{ kind, theirs, mine }]),
    );
    at = to;
  }
  same(base.length);
  return sections;
}

function sectionKind(
  overlapping: { left: readonly Hunk[]; right: readonly Hunk[] },
  theirs: readonly string[],
  mine: readonly string[],
): MergeSection['kind'] {
  if (overlapping.right.length === 0) return 'theirs';
  if (overlapping.left.length === 0) return 'mine';
  return theirs.join('\n') === mine.join('\n') ? 'both' : 'conflict';
}

/**
 * Separates the equal lines at both ends of a conflict. Two devices that continue the same draft have added its text
 * both, and keeping both sides must not repeat it.
 */
function narrowConflict(theirs: readonly string[], mine: readonly string[]): MergeSection[] {
  const shorter = Math.min(theirs.length, mine.length);
  let head = 0;
  while (head < shorter && theirs[head] === mine[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && theirs.at(-1 - tail) === mine.at(-1 - tail)) tail += 1;
  const [before, after] = [mine.slice(0, head), mine.slice(mine.length - tail)];
  const sections: MergeSection[] = [
    { kind: 'both', theirs: before, mine: before },
    {
      kind: 'conflict',
      theirs: theirs.slice(head, theirs.length - tail),
      mine: mine.slice(head, mine.length - tail),
    },
    { kind: 'both', theirs: after, mine: after },
  ];
  return sections.filter(({ kind, mine: { length } }) => kind === 'conflict' || length > 0);
}

export type ConflictResolution = 'theirs' | 'mine' | 'both';

/** The merged text; `renderConflict` returns the placeholder for an unresolved conflict. */
export function mergedText(
  sections: readonly MergeSection[],
  decisions: ReadonlyMap<number, ConflictResolution>,
  renderConflict: (conflict: number) => string,
): string {
  let conflict = 0;
  return sections
    .flatMap((section, at) => {
      if (section.kind !== 'conflict')
        return section.kind === 'theirs' ? section.theirs : section.mine;
      conflict += 1;
      const decision = decisions.get(at);
      if (decision === undefined) return [renderConflict(conflict)];
      return decision === 'both' ? [...section.theirs, ...section.mine] : section[decision];
    })
    .join('\n');
}
