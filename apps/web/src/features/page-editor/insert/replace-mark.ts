import { isolateHistory } from '@codemirror/commands';
import type { StateCommand, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { closeMenu, openMenu, type InsertSession } from './insert-session.ts';
import type { InsertKind } from './triggers.ts';

/** Changes that end a menu. Each is one step of undo, which restores the mark and the query. */

const endOfQuery = ({ start, query }: InsertSession) => start + query.length;

/** Removes the mark and the query, and runs a command on the rest. */
export function runCommand(view: EditorView, session: InsertSession, command: StateCommand): void {
  const removal = view.state.update({
    changes: { from: session.from, to: endOfQuery(session) },
  });
  let result: Transaction | undefined;
  command({
    state: removal.state,
    dispatch: (transaction) => {
      result = transaction;
    },
  });
  view.dispatch({
    changes: result ? removal.changes.compose(result.changes) : removal.changes,
    selection: (result ?? removal).newSelection,
    effects: closeMenu.of(null),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}

/** Replaces the mark and the query with text. The cursor moves only if it is in the range. */
export function replaceMark(
  view: EditorView,
  { from, to }: { readonly from: number; readonly to: number },
  insert: string,
): void {
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: { from, to, insert },
    ...(head >= from && head <= to && { selection: { anchor: from + insert.length } }),
    effects: closeMenu.of(null),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.complete',
  });
}

const marks: Readonly<Record<Exclude<InsertKind, 'slash'>, string>> = {
  page: '[[',
  person: '@',
  emoji: ':',
};

/** Replaces the mark with that of another menu, which opens before a letter is typed. Selected text becomes a query. */
export function openOtherMenu(
  view: EditorView,
  session: InsertSession,
  kind: Exclude<InsertKind, 'slash'>,
): void {
  const { from } = session;
  const mark = marks[kind];
  const selected = view.state.sliceDoc(endOfQuery(session), session.to);
  const query = kind === 'page' && !/[[\]\n]/.test(selected) ? selected : '';
  const at = query === '' ? session.to : from;
  // An `@` behind a letter would be an email address.
  const space = /\w/.test(view.state.sliceDoc(at - 1, at)) && at === session.to ? ' ' : '';
  const changes =
    query === '' && selected !== ''
      ? { from: at, insert: space + mark }
      : { from, to: session.to, insert: space + mark + query };
  const markAt = changes.from + space.length;
  const start = markAt + mark.length;
  view.dispatch({
    changes,
    selection: { anchor: start + query.length },
    effects: openMenu.of({ kind, from: markAt, start, button: null }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}
