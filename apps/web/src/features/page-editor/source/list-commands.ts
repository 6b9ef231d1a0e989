import {
  deleteMarkupBackward,
  insertNewlineContinueMarkupCommand,
} from '@codemirror/lang-markdown';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import {
  ChangeSet,
  type ChangeSpec,
  type EditorState,
  type StateCommand,
  type Transaction,
} from '@codemirror/state';
import type { SyntaxNode } from './syntax-types.ts';
import { isInCode } from './syntax.ts';

const PARSE_TIMEOUT_MS = 20;

// By default, Enter in the empty second entry of a list would put an empty line before that entry.
const continueMarkup = insertNewlineContinueMarkupCommand({ nonTightLists: false });

function continuation(state: EditorState): Transaction | undefined {
  let found: Transaction | undefined;
  const isHandled = continueMarkup({
    state,
    dispatch: (transaction) => {
      found = transaction;
    },
  });
  return isHandled ? found : undefined;
}

/** Removes the mark of an empty last line of a quote; by default this takes a second empty line. */
function endQuote(state: EditorState): Transaction | undefined {
  const { main, ranges } = state.selection;
  const { from, to, number, text } = state.doc.lineAt(main.head);
  const isQuote = (line: number) =>
    line >= 1 && line <= state.doc.lines && /^ {0,3}>/.test(state.doc.line(line).text);
  const isEmptyLine = main.empty && main.head === to && /^ {0,3}(?:> ?)+$/.test(text);
  const isLast = isQuote(number - 1) && !isQuote(number + 1);
  if (ranges.length > 1 || !isEmptyLine || !isLast || isInCode(state, to)) return undefined;
  return state.update({ changes: { from, to }, selection: { anchor: from } });
}

/**
 * Continues a list or a quote in a new line. In an empty entry it ends the block and leaves an empty line, because
 * Markdown adds text directly below a list or a quote to its last paragraph.
 */
export const continueBlock: StateCommand = ({ state, dispatch }) => {
  const found = endQuote(state) ?? continuation(state);
  if (!found) return false;
  const { newDoc, changes, newSelection } = found;
  const line = newDoc.lineAt(newSelection.main.head);
  const hasTextAt = (number: number) =>
    number >= 1 && number <= newDoc.lines && newDoc.line(number).text.trim() !== '';
  const isEnd = newDoc.lines === state.doc.lines && line.length === 0 && hasTextAt(line.number - 1);
  if (!isEnd || newSelection.ranges.length > 1) {
    dispatch(found);
    return true;
  }
  const insert = hasTextAt(line.number + 1) ? '\n\n' : '\n';
  const blankLines = ChangeSet.of({ from: line.from, insert }, newDoc.length);
  dispatch(
    state.update({
      changes: changes.compose(blankLines),
      selection: { anchor: line.from + 1 },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

/** In a quote, its marks are between the entries. */
function siblingOf(entry: SyntaxNode, side: 'prevSibling' | 'nextSibling'): SyntaxNode | null {
  let node = entry[side];
  while (node && node.name !== 'ListItem') node = node[side];
  return node;
}

const isList = (node: SyntaxNode | null): node is SyntaxNode =>
  node?.name === 'BulletList' || node?.name === 'OrderedList';

function entryAt(state: EditorState, at: number): SyntaxNode | undefined {
  const line = state.doc.lineAt(at);
  const tree = ensureSyntaxTree(state, line.to, PARSE_TIMEOUT_MS) ?? syntaxTree(state);
  // Spaces before the mark are outside of the entry.
  const text = line.from + /^[>\s]*/.exec(line.text)![0].length;
  let node: SyntaxNode | null = tree.resolveInner(Math.max(at, text), -1);
  if (node.to <= line.from) node = tree.resolveInner(text, 1);
  while (node && node.name !== 'ListItem') node = node.parent;
  return node ?? undefined;
}

/** The entries of one list that a selection covers. */
function selectedEntries(state: EditorState): SyntaxNode[] {
  const { from, to } = state.selection.main;
  const first = entryAt(state, from);
  const entries = first ? [first] : [];
  for (let entry = first; entry;) {
    entry = siblingOf(entry, 'nextSibling') ?? undefined;
    if (entry && entry.from <= to) entries.push(entry);
  }
  return entries;
}

const columnOf = ({ doc }: EditorState, at: number) => at - doc.lineAt(at).from;

function markOf(state: EditorState, entry: SyntaxNode): string {
  const mark = entry.getChild('ListMark');
  return mark ? state.sliceDoc(mark.from, mark.to) : '-';
}

/** The mark of the n-th entry after one with this mark. */
const nextMark = (mark: string, n: number) =>
  mark.replace(/^\d+/, (digits) => `${Number(digits) + n}`);

/** Where the text of an entry begins, and with it the entries below it. */
function textColumn(state: EditorState, entry: SyntaxNode): number {
  const line = state.doc.lineAt(entry.from);
  const mark = columnOf(state, entry.from) + markOf(state, entry).length;
  const spaces = /^ */.exec(line.text.slice(mark))![0].length;
  return mark + (spaces >= 1 && spaces <= 4 && mark + spaces < line.length ? spaces : 1);
}

/** Gives an entry another mark and moves it by some columns; its other lines follow its text. */
function rewriteEntry(
  state: EditorState,
  entry: SyntaxNode,
  mark: string,
  columns: number,
): ChangeSpec[] {
  const { doc } = state;
  const old = markOf(state, entry);
  const column = columnOf(state, entry.from);
  const first = doc.lineAt(entry.from).number;
  const last = doc.lineAt(entry.to).number;
  const changes: ChangeSpec[] = [];
  for (let number = first; number <= last; number += 1) {
    const { from, text } = doc.line(number);
    const by = columns + (number === first ? 0 : mark.length - old.length);
    const at = column + Math.min(columns, 0);
    // A line of a paragraph may stand left of its entry.
    if (number > first && !/^[>\s]*$/.test(text.slice(0, at))) continue;
    if (by > 0 && text.length > column) changes.push({ from: from + at, insert: ' '.repeat(by) });
    if (by < 0) {
      const spaces = /^\s*/.exec(text.slice(at, at - by))?.[0].length ?? 0;
      changes.push({ from: from + at, to: from + at + spaces });
    }
  }
  if (mark !== old) changes.push({ from: entry.from, to: entry.from + old.length, insert: mark });
  return changes;
}

/** Moves the entries after one by some columns, and numbers them anew as far as they were in sequence. */
function rewriteFollowing(
  state: EditorState,
  after: SyntaxNode,
  by: number,
  columns = 0,
): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  let expected = markOf(state, after);
  let entry = siblingOf(after, 'nextSibling');
  for (; entry; entry = siblingOf(entry, 'nextSibling')) {
    const mark = markOf(state, entry);
    expected = nextMark(expected, 1);
    const isInSequence = mark === expected;
    changes.push(...rewriteEntry(state, entry, isInSequence ? nextMark(mark, by) : mark, columns));
  }
  return changes;
}

/** Deletes the mark before the cursor, and numbers the entries after it anew. */
export const deleteMark: StateCommand = (target) => {
  const { state } = target;
  const entry = entryAt(state, state.selection.main.head);
  const mark = entry && markOf(state, entry);
  return deleteMarkupBackward({
    state,
    dispatch(transaction) {
      const start = entry && transaction.changes.mapPos(entry.from);
      const isKept =
        start === undefined || transaction.newDoc.sliceString(start).startsWith(mark ?? '');
      if (!entry || isKept) {
        target.dispatch(transaction);
        return;
      }
      target.dispatch(
        state.update({
          changes: [transaction.changes, ...rewriteFollowing(state, entry, -1)],
          selection: transaction.newSelection,
          scrollIntoView: true,
          userEvent: 'delete',
        }),
      );
    },
  });
};

function moveEntries(
  view: Parameters<StateCommand>[0],
  plan: (entries: readonly SyntaxNode[]) => ChangeSpec[],
): boolean {
  const { state, dispatch } = view;
  const entries = isInCode(state, state.selection.main.head) ? [] : selectedEntries(state);
  if (entries.length === 0) return false;
  const changes = plan(entries);
  if (changes.length > 0)
    dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'input.indent' }));
  return true;
}

/** Moves the entries of the selection below the entry before them. */
export const indentEntries: StateCommand = (target) =>
  moveEntries(target, (entries) => {
    const { state } = target;
    const [first] = entries;
    const above = first && siblingOf(first, 'prevSibling');
    if (!first || !above) return [];
    const columns = textColumn(state, above) - columnOf(state, first.from);
    const below = above.lastChild;
    const sibling = isList(below) ? below.lastChild : null;
    const mark = sibling
      ? nextMark(markOf(state, sibling), 1)
      : markOf(state, first).replace(/^\d+/, '1');
    const last = entries.at(-1) ?? first;
    return [
      ...entries.flatMap((entry, at) => rewriteEntry(state, entry, nextMark(mark, at), columns)),
      ...rewriteFollowing(state, last, -entries.length),
    ];
  });

/** Moves the entries of the selection up to the level of the entry that holds them. */
export const outdentEntries: StateCommand = (target) =>
  moveEntries(target, (entries) => {
    const { state } = target;
    const [first] = entries;
    const parent = first?.parent?.parent ?? null;
    if (!first || parent?.name !== 'ListItem') return [];
    const columns = columnOf(state, parent.from) - columnOf(state, first.from);
    const mark = markOf(state, parent);
    const last = entries.at(-1) ?? first;
    return [
      ...entries.flatMap((entry, at) =>
        rewriteEntry(state, entry, nextMark(mark, at + 1), columns),
      ),
      // The entries after them become theirs.
      ...rewriteFollowing(
        state,
        last,
        -Number(/^\d+/.exec(markOf(state, last))?.[0] ?? 0),
        nextMark(mark, entries.length).length - mark.length,
      ),
      ...rewriteFollowing(state, parent, entries.length),
    ];
  });
