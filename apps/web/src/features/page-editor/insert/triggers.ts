import type { EditorState } from '@codemirror/state';
import { isVerbatim } from '../source/syntax.ts';

export type InsertKind = 'slash' | 'page' | 'person' | 'emoji';

/** The marks that open a menu, and the text behind them that the menu searches for. */
interface Trigger {
  readonly kind: InsertKind;
  readonly from: number;
  /** The end of the mark. */
  readonly start: number;
}

/** Longer text behind a mark is not a search; it also limits what a keystroke reads. */
const MAX_LENGTH = 80;

/**
 * Each pattern ends at the cursor, its group is the mark. Chinese input methods type `、` and `【` with the keys of `/`
 * and `[`. A letter before `@` belongs to an email address, but Chinese and Japanese are written without spaces.
 */
const patterns: readonly { readonly kind: InsertKind; readonly pattern: RegExp }[] = [
  { kind: 'slash', pattern: /(?:^|\s)([/、])$/ },
  { kind: 'page', pattern: /(\[\[|【【)$/ },
  {
    kind: 'person',
    pattern:
      /(?:^|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{N}_.@+/\\-])(@)[\p{L}\p{N}]+$/u,
  },
  { kind: 'emoji', pattern: /(?:^|[\s([{“‘（「『])(:)[\p{L}+-][\p{L}\p{N}_+-]+$/u },
];

/** The query of each menu; other text closes it. */
const queries: Readonly<Record<InsertKind, RegExp>> = {
  slash: /^\S*$/,
  page: /^(?!\s)[^[\]【】]*$/,
  person: /^[\p{L}\p{N}_.@+-]*$/u,
  emoji: /^[\p{L}\p{N}_+-]*$/u,
};
const minLengths: Readonly<Record<InsertKind, number>> = { slash: 0, page: 0, person: 1, emoji: 2 };

/** A menu that the user has opened by its name lists its entries before a letter is typed. */
export function isQuery(kind: InsertKind, query: string, isOpenedByName: boolean): boolean {
  const minLength = isOpenedByName ? 0 : minLengths[kind];
  return query.length >= minLength && query.length <= MAX_LENGTH && queries[kind].test(query);
}

/**
 * The trigger that the last input has completed. `before` is the position of the cursor before that input: a trigger
 * that was complete then has been dismissed and stays text.
 */
export function findTrigger(state: EditorState, before: number): Trigger | null {
  const { main, ranges } = state.selection;
  if (ranges.length > 1 || !main.empty || state.readOnly) return null;
  const { head } = main;
  const line = state.doc.lineAt(head);
  const text = state.sliceDoc(Math.max(line.from, head - MAX_LENGTH), head);
  for (const { kind, pattern } of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const from = head - match[0].length + match[0].indexOf(match[1] ?? '');
    const start = from + (match[1]?.length ?? 0);
    const wasComplete = before >= start + minLengths[kind];
    if (wasComplete || isVerbatim(state, from)) return null;
    return { kind, from, start };
  }
  return null;
}
