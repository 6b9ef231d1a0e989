import { syntaxTree } from '@codemirror/language';
import {
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Transaction,
} from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { selectedImage } from './image-selection.ts';
import type { SyntaxNode } from '../source/syntax-types.ts';

/** Whole lines of the text. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const holdPointer = StateEffect.define<boolean>();
/** The display follows the text again. */
export const endComposition = StateEffect.define();

interface ActiveBlocks {
  /** The blocks with a cursor or an end of the selection, whose marks are shown. */
  readonly ranges: readonly LineRange[];
  /** The text under the pressed pointer must not move. */
  readonly isPointerHeld: boolean;
}

/** The blocks that are shown as a whole when the cursor is in them. */
const BLOCK =
  /^(?:Paragraph|ATXHeading\d|SetextHeading\d|Task|Table|FencedCode|CodeBlock|HTMLBlock|CommentBlock|LinkReference)$/;

/** The lines of the innermost block at a position; only its line if there is none. */
function blockAt(state: EditorState, at: number): LineRange {
  const { doc } = state;
  const line = doc.lineAt(at);
  // The marks at the start of a line, such as `>`, are outside of the block behind them.
  const node = nodeAt(state, at, -1) ?? nodeAt(state, at, 1) ?? nodeAt(state, line.to, -1);
  const from = node ? doc.lineAt(node.from).from : line.from;
  const to = node ? doc.lineAt(node.to).to : line.to;
  return { from: Math.min(from, line.from), to: Math.max(to, line.to) };
}

function nodeAt(state: EditorState, at: number, side: 1 | -1): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side);
  while (node && !BLOCK.test(node.name)) node = node.parent;
  return node;
}

/** The ends of the selection, whose blocks are shown as source; a selected image stays drawn. */
export function openPositions(state: EditorState): number[] {
  if (state.field(selectedImage, false)) return [];
  return state.selection.ranges.flatMap(({ anchor, head }) => [anchor, head]);
}

function findRanges(state: EditorState): LineRange[] {
  const ends = openPositions(state);
  const ranges = [...new Set(ends)].map((at) => blockAt(state, at));
  return ranges.toSorted((a, b) => a.from - b.from);
}

function isSame(a: readonly LineRange[], b: readonly LineRange[]): boolean {
  return (
    a.length === b.length && a.every(({ from, to }, at) => from === b[at]?.from && to === b[at].to)
  );
}

/** Whether a word is being composed in the text; the toolbar of an image has fields of its own. */
function isComposing(transaction: Transaction): boolean {
  return (
    transaction.isUserEvent('input.type.compose') &&
    !transaction.state.field(selectedImage, false)?.isOpen &&
    !transaction.effects.some((effect) => effect.is(endComposition))
  );
}

/** Whether the display must not change now, because a word is being composed or the pointer is pressed. */
export function isFrozen(transaction: Transaction): boolean {
  if (transaction.effects.some((effect) => effect.is(endComposition))) return false;
  return (
    isComposing(transaction) ||
    (transaction.state.field(activeBlocks, false)?.isPointerHeld ?? false)
  );
}

export const activeBlocks = StateField.define<ActiveBlocks>({
  create: (state) => ({ ranges: findRanges(state), isPointerHeld: false }),
  update(value, transaction) {
    const hold = transaction.effects.find((effect) => effect.is(holdPointer));
    const isPointerHeld = hold?.value ?? value.isPointerHeld;
    const { changes, state, startState } = transaction;
    if (isPointerHeld || isComposing(transaction)) {
      const ranges = transaction.docChanged
        ? value.ranges.map(({ from, to }) => ({
            from: changes.mapPos(from, -1),
            to: changes.mapPos(to, 1),
          }))
        : value.ranges;
      return { ranges, isPointerHeld };
    }
    const isUnchanged =
      !transaction.docChanged &&
      !transaction.selection &&
      transaction.effects.length === 0 &&
      syntaxTree(startState) === syntaxTree(state);
    if (isUnchanged) return value;
    const ranges = findRanges(state);
    return isSame(ranges, value.ranges) && isPointerHeld === value.isPointerHeld
      ? value
      : { ranges, isPointerHeld };
  },
});

/** Whether the marks of a range are shown. */
export function isActive(ranges: readonly LineRange[], from: number, to = from): boolean {
  return ranges.some((range) => range.from <= to && range.to >= from);
}

/** Keeps the display while the pointer is pressed in the text, so that a click does not become a selection. */
const pointerHold = ViewPlugin.define((view) => {
  const release = () => {
    if (view.state.field(activeBlocks).isPointerHeld)
      view.dispatch({ effects: holdPointer.of(false) });
  };
  addEventListener('mouseup', release);
  addEventListener('dragend', release);
  return {
    destroy() {
      removeEventListener('mouseup', release);
      removeEventListener('dragend', release);
    },
  };
});

export const liveState: Extension = [
  activeBlocks,
  pointerHold,
  EditorView.domEventHandlers({
    pointerdown({ button, pointerType }, view) {
      // A touch selects after the press, and a change in between would undo it.
      if (button === 0 && pointerType === 'mouse') view.dispatch({ effects: holdPointer.of(true) });
    },
    compositionend(_event, view) {
      // CodeMirror reads the composed text after this event.
      setTimeout(() => view.dispatch({ effects: endComposition.of(null) }));
    },
  }),
];
