import { StateEffect, StateField, type EditorState, type Transaction } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { findTrigger, isQuery, type InsertKind } from './triggers.ts';

/** The open menu: the mark, the query behind it and the cursor. */
export interface InsertSession {
  readonly kind: InsertKind;
  readonly from: number;
  /** The end of the mark; the same as `from` if a button has opened the menu. */
  readonly start: number;
  /** The end of the query, or of the selection that the menu was opened on. */
  readonly to: number;
  readonly query: string;
  readonly isOpenedByName: boolean;
  /** The button that has opened the menu; otherwise the menu is at the cursor. */
  readonly button: HTMLElement | null;
}

type OpenMenu = Pick<InsertSession, 'kind' | 'from' | 'start' | 'button'>;

export const openMenu = StateEffect.define<OpenMenu>();
export const closeMenu = StateEffect.define();
/** The end of a composition; the value is the position of the cursor before it. */
export const compositionEnd = StateEffect.define<number>();

/** Android keyboards compose every word, so there is no text that only the input method knows. */
const composesEveryWord = /Android/.test(navigator.userAgent);

const highlight = Decoration.mark({ class: 'md-insert' });

export const insertSession = StateField.define<InsertSession | null>({
  create: () => null,
  update: updateSession,
  provide: (field) =>
    EditorView.decorations.from(field, (session) =>
      session && session.start > session.from
        ? Decoration.set(highlight.range(session.from, session.to))
        : Decoration.none,
    ),
});

function updateSession(session: InsertSession | null, transaction: Transaction) {
  const { state, effects } = transaction;
  for (const effect of effects) {
    if (effect.is(closeMenu)) return null;
    if (effect.is(openMenu)) return openByName(state, effect.value);
    if (effect.is(compositionEnd))
      return session ? follow(session, transaction, false) : open(state, effect.value);
  }
  const isComposing = transaction.isUserEvent('input.type.compose') && !composesEveryWord;
  if (session) {
    if (!transaction.docChanged && !transaction.selection) return session;
    return transaction.isUserEvent('undo') ? null : follow(session, transaction, isComposing);
  }
  if (!transaction.docChanged || isComposing || !transaction.isUserEvent('input.type')) return null;
  return open(state, transaction.startState.selection.main.from);
}

function open(state: EditorState, before: number): InsertSession | null {
  const trigger = findTrigger(state, before);
  if (!trigger) return null;
  const to = state.selection.main.head;
  const query = state.sliceDoc(trigger.start, to);
  return { ...trigger, to, query, isOpenedByName: false, button: null };
}

function openByName(state: EditorState, menu: OpenMenu): InsertSession {
  const { head, to } = state.selection.main;
  const isOnSelection = menu.from === menu.start && to > menu.from;
  const query = isOnSelection ? '' : state.sliceDoc(menu.start, head);
  return { ...menu, to: isOnSelection ? to : head, query, isOpenedByName: true };
}

/** Text that is being composed changes the query but never closes the menu: it may become something else. */
function follow(session: InsertSession, transaction: Transaction, isComposing: boolean) {
  const { state, changes } = transaction;
  const { main, ranges } = state.selection;
  const isOnSelection = session.to > session.start + session.query.length;
  if (isOnSelection || ranges.length > 1 || !main.empty) return null;
  const from = changes.mapPos(session.from, -1);
  const start = changes.mapPos(session.start, -1);
  const to = main.head;
  const isMarkChanged = start - from !== session.start - session.from;
  if (isMarkChanged || to < start || state.doc.lineAt(to).from > from) return null;
  const query = state.sliceDoc(start, to);
  if (!isComposing && !isQuery(session.kind, query, session.isOpenedByName)) return null;
  const isSame = from === session.from && to === session.to && query === session.query;
  return isSame ? session : { ...session, from, start, to, query };
}
