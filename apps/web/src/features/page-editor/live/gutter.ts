import { Prec, type Extension } from '@codemirror/state';
import { keymap, ViewPlugin, type EditorView } from '@codemirror/view';
import type { BlockField } from './block-decorations.ts';
import { blockOfLine, listBlocks, moveBlock, type MovableBlock } from './block-edits.ts';

/** Places the buttons of a block beside the block with the pointer, otherwise the one with the cursor. */
export interface Gutter {
  readonly extension: Extension;
  /** The element with the buttons; it is positioned in the pane. */
  readonly attach: (element: HTMLElement | null) => void;
  /** The button of the block menu, which a shortcut clicks. */
  readonly attachGrip: (grip: HTMLElement | null) => void;
  /** A position in the block beside the buttons. */
  readonly position: () => number;
  /** All blocks and the index of the one beside the buttons; -1 on a blank line. */
  readonly find: () => { readonly blocks: readonly MovableBlock[]; readonly index: number };
  /** The buttons stay where they are while their menu is open or a block is dragged. */
  readonly hold: (isHeld: boolean) => void;
}

export function createGutter(field: BlockField): Gutter {
  let grip: HTMLElement | null = null;
  let element: HTMLElement | null = null;
  let view: EditorView | undefined;
  let pointed: number | null = null;
  let isHeld = false;

  const position = () => {
    if (!view) return 0;
    return Math.min(pointed ?? view.state.selection.main.head, view.state.doc.length);
  };

  function place(): void {
    view?.requestMeasure({
      key: place,
      read: (current) => {
        const pane = current.dom.getBoundingClientRect();
        const { top } = current.lineBlockAt(blockStart(current));
        const content = current.contentDOM.getBoundingClientRect();
        const y = current.documentTop + top - pane.top;
        return { y, x: content.left - pane.left, isVisible: y > -20 && y < pane.height - 20 };
      },
      write: ({ x, y, isVisible }) => {
        if (!element) return;
        element.style.visibility = isVisible ? 'visible' : 'hidden';
        element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      },
    });
  }

  function blockStart({ state }: EditorView): number {
    const at = position();
    const { blocks } = state.field(field);
    const drawn = blocks.find(({ from, to }) => from <= at && to >= at);
    return drawn?.from ?? state.doc.lineAt(at).from;
  }

  function point(event: PointerEvent): void {
    if (!view || isHeld || event.pointerType !== 'mouse') return;
    const { from } = view.lineBlockAtHeight(event.clientY - view.documentTop);
    const isBlank = view.state.doc.lineAt(from).text.trim() === '';
    if (isBlank || from === pointed) return;
    pointed = from;
    place();
  }

  function unpoint(): void {
    if (pointed === null || isHeld) return;
    pointed = null;
    place();
  }

  const plugin = ViewPlugin.define((created) => {
    view = created;
    const { scrollDOM } = created;
    scrollDOM.addEventListener('pointermove', point, { passive: true });
    scrollDOM.addEventListener('scroll', place, { passive: true });
    place();
    return {
      update({ docChanged, selectionSet, geometryChanged, changes }) {
        if (docChanged && pointed !== null) pointed = changes.mapPos(pointed);
        // Writing and moving the cursor take the buttons back to its block.
        if ((docChanged || selectionSet) && !isHeld) pointed = null;
        if (docChanged || selectionSet || geometryChanged) place();
      },
      destroy() {
        scrollDOM.removeEventListener('pointermove', point);
        scrollDOM.removeEventListener('scroll', place);
        if (view === created) view = undefined;
      },
    };
  });

  const move = (step: 1 | -1) => (current: EditorView) => {
    const { state } = current;
    const blocks = listBlocks(state, state.field(field).blocks);
    const index = blockOfLine(blocks, state.selection.main.head);
    if (index < 0) return false;
    const target = step > 0 ? index + 2 : index - 1;
    if (target < 0 || target > blocks.length) return true;
    const spec = moveBlock(state, blocks, index, target);
    if (spec) current.dispatch(spec);
    return true;
  };

  return {
    extension: [
      plugin,
      Prec.high(
        keymap.of([
          { key: 'Alt-ArrowUp', run: move(-1) },
          { key: 'Alt-ArrowDown', run: move(1) },
          {
            key: 'Alt-Enter',
            run: () => {
              unpoint();
              grip?.click();
              return true;
            },
          },
        ]),
      ),
    ],
    attach(next) {
      element = next;
      place();
    },
    attachGrip(next) {
      grip = next;
    },
    position,
    find() {
      if (!view) return { blocks: [], index: -1 };
      const blocks = listBlocks(view.state, view.state.field(field).blocks);
      return { blocks, index: blockOfLine(blocks, position()) };
    },
    hold(next) {
      isHeld = next;
    },
  };
}
