import type { EditorView } from '@codemirror/view';
import type { PointerEvent } from 'react';
import { moveBlock, type MovableBlock } from './block-edits.ts';
import type { Gutter } from './gutter.ts';

/** A press that moves less is a click. */
const DRAG_DISTANCE = 4;
/** The text scrolls when the pointer is as close to its edge. */
const SCROLL_EDGE = 40;
const SCROLL_STEP = 16;

interface Drag {
  readonly blocks: readonly MovableBlock[];
  readonly index: number;
  readonly startY: number;
  isMoving: boolean;
  target: number;
}

/** Moves a block with the pointer; a line shows where it will be. */
export function createBlockDrag(view: EditorView, gutter: Gutter) {
  let drag: Drag | undefined;
  let wasMoved = false;
  let line: HTMLElement | null = null;

  function showLine(top: number | undefined): void {
    if (!line) return;
    line.hidden = top === undefined;
    if (top === undefined) return;
    const pane = view.dom.getBoundingClientRect();
    const content = view.contentDOM.getBoundingClientRect();
    line.style.width = `${content.width - 28}px`;
    line.style.transform = `translate(${content.left - pane.left + 14}px, ${top - pane.top}px)`;
  }

  function end(): void {
    drag = undefined;
    gutter.hold(false);
    showLine(undefined);
  }

  return {
    attachLine(element: HTMLElement | null) {
      line = element;
    },
    /** Whether the last press has moved a block, so that its click is none. */
    isDragged: () => wasMoved,
    events: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasMoved = false;
        if (event.button !== 0) return;
        const { blocks, index } = gutter.find();
        if (index < 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        gutter.hold(true);
        drag = { blocks, index, startY: event.clientY, isMoving: false, target: index };
      },
      onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
        if (!drag) return;
        drag.isMoving ||= Math.abs(clientY - drag.startY) > DRAG_DISTANCE;
        if (!drag.isMoving) return;
        wasMoved = true;
        scrollAtEdge(view, clientY);
        const { target, top } = dropAt(view, drag.blocks, clientY);
        drag.target = target;
        showLine(top);
      },
      onPointerUp() {
        const dropped = drag;
        end();
        if (!dropped?.isMoving) return;
        const spec = moveBlock(view.state, dropped.blocks, dropped.index, dropped.target);
        if (spec) view.dispatch(spec);
        view.focus();
      },
      onPointerCancel: end,
      onKeyDown({ key }: { key: string }) {
        if (key === 'Escape') end();
      },
    },
  };
}

/** The block in front of which a block is dropped, and the height of that place in the window. */
function dropAt(view: EditorView, blocks: readonly MovableBlock[], y: number) {
  const { documentTop } = view;
  const middle = ({ from, to }: MovableBlock) => {
    const { top } = view.lineBlockAt(from);
    return documentTop + (top + view.lineBlockAt(to).bottom) / 2;
  };
  const found = blocks.findIndex((block) => middle(block) > y);
  const target = found < 0 ? blocks.length : found;
  const block = blocks[target];
  const last = blocks.at(-1);
  const top = block
    ? view.lineBlockAt(block.from).top
    : last
      ? view.lineBlockAt(last.to).bottom
      : 0;
  return { target, top: documentTop + top - 1 };
}

function scrollAtEdge({ scrollDOM }: EditorView, y: number): void {
  const { top, bottom } = scrollDOM.getBoundingClientRect();
  if (y < top + SCROLL_EDGE) scrollDOM.scrollTop -= SCROLL_STEP;
  if (y > bottom - SCROLL_EDGE) scrollDOM.scrollTop += SCROLL_STEP;
}
