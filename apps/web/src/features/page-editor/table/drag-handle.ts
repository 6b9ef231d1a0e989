import type { EditorView } from '@codemirror/view';
import {
  placeAt,
  readTable,
  type CellPlace,
  type Table,
  type TableRow,
} from '../source/table/read-table.ts';
import { moveColumnTo, moveRowTo, tableTransaction } from '../source/table/table-commands.ts';

/** Smaller movements are a click. */
const MIN_DISTANCE = 4;
/** Near the edges of the editor its text scrolls. */
const EDGE = 28;
const SCROLL_STEP = 8;

/** A place between rows or columns, in pixels of the window. */
interface Gap {
  readonly index: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface HandleDrag {
  readonly view: EditorView;
  readonly button: HTMLElement;
  readonly kind: 'row' | 'column';
  /** Shows where the row or column will be. */
  readonly line: HTMLElement;
  readonly onStart: () => void;
}

/** Moves the row or the column of the cursor with the pointer that has pressed its handle. */
export function dragHandle(event: PointerEvent, drag: HandleDrag): void {
  const { view, button, kind, line, onStart } = drag;
  const { head } = view.state.selection.main;
  const table = readTable(view.state, head);
  if (!table || event.button !== 0) return;
  const place = placeAt(table, head);
  const start = { x: event.clientX, y: event.clientY };
  let pointer = start;
  let gap: Gap | undefined;
  let frame = 0;
  const listeners = new AbortController();
  const { signal } = listeners;

  const follow = () => {
    scrollNearEdge(view, pointer);
    gap = kind === 'row' ? rowGap(view, table, pointer) : columnGap(view, table, pointer);
    showGap(view, line, gap);
    frame = requestAnimationFrame(follow);
  };
  const end = () => {
    listeners.abort();
    cancelAnimationFrame(frame);
    line.hidden = true;
  };
  button.setPointerCapture(event.pointerId);
  button.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      pointer = { x: clientX, y: clientY };
      const distance = Math.hypot(clientX - start.x, clientY - start.y);
      if (frame !== 0 || distance < MIN_DISTANCE) return;
      onStart();
      follow();
    },
    { signal },
  );
  button.addEventListener(
    'pointerup',
    () => {
      if (gap) drop(view, table, place, { kind, gap: gap.index });
      end();
    },
    { signal },
  );
  button.addEventListener('pointercancel', end, { signal });
  addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape' || frame === 0) return;
      key.preventDefault();
      key.stopPropagation();
      end();
    },
    { signal, capture: true },
  );
}

function scrollNearEdge({ scrollDOM }: EditorView, { y }: { y: number }): void {
  const { top, bottom } = scrollDOM.getBoundingClientRect();
  if (y < top + EDGE) scrollDOM.scrollTop -= SCROLL_STEP;
  else if (y > bottom - EDGE) scrollDOM.scrollTop += SCROLL_STEP;
}

/** The top and bottom of a row in the document. A drawn table is one block of lines. */
function rowBox(view: EditorView, { from, to, start }: TableRow): { top: number; bottom: number } {
  const block = view.lineBlockAt(from);
  const drawn = block.from < from || block.to > to ? view.coordsAtPos(start, 1) : null;
  if (!drawn) return block;
  return { top: drawn.top - view.documentTop, bottom: drawn.bottom - view.documentTop };
}

/** The gap between rows that is nearest to the pointer. */
function rowGap(view: EditorView, { rows }: Table, { y }: { y: number }): Gap {
  const blocks = rows.map((row) => rowBox(view, row));
  const at = y - view.documentTop;
  const found = blocks.findIndex(({ top, bottom }) => at < (top + bottom) / 2);
  const index = found < 0 ? rows.length : found;
  const edge = blocks[index]?.top ?? blocks.at(-1)?.bottom ?? 0;
  const { left, width } = view.contentDOM.getBoundingClientRect();
  return { index, left, width, top: edge + view.documentTop - 1, height: 2 };
}

/** The gap between cells of the header that is nearest to the pointer. */
function columnGap(
  view: EditorView,
  { rows: [header] }: Table,
  { x, y }: { x: number; y: number },
): Gap | undefined {
  const cells = header?.cells ?? [];
  const edges = [...cells.map(({ from }) => from), cells.at(-1)?.to ?? 0];
  const gaps = edges.flatMap((edge, index) => {
    const place = view.coordsAtPos(edge, index < cells.length ? 1 : -1);
    if (!place) return [];
    const { left, top, bottom } = place;
    // A long header continues on the next line, so the line of the pointer counts more.
    const distance = Math.hypot(left - x, 2 * Math.max(y - bottom, top - y, 0));
    return [{ index, left: left - 1, top, width: 2, height: bottom - top, distance }];
  });
  return gaps.toSorted((a, b) => a.distance - b.distance)[0];
}

function showGap({ scrollDOM }: EditorView, line: HTMLElement, gap: Gap | undefined): void {
  line.hidden = !gap;
  if (!gap) return;
  const origin = scrollDOM.getBoundingClientRect();
  line.style.left = `${gap.left - origin.left + scrollDOM.scrollLeft}px`;
  line.style.top = `${gap.top - origin.top + scrollDOM.scrollTop}px`;
  line.style.width = `${gap.width}px`;
  line.style.height = `${gap.height}px`;
}

function drop(
  view: EditorView,
  table: Table,
  place: CellPlace,
  { kind, gap }: { kind: 'row' | 'column'; gap: number },
): void {
  const from = kind === 'row' ? place.row : place.column;
  const to = gap > from ? gap - 1 : gap;
  if (to === from) return;
  const move = kind === 'row' ? moveRowTo : moveColumnTo;
  const edit = move(view.state, table, place, to);
  if (edit) view.dispatch(tableTransaction(view.state, table, edit));
}
