import type { EditorView, Rect } from '@codemirror/view';
import { placeAt, type Table } from '../../source/table/read-table.ts';
import type { Drawing } from '../block-renderer.ts';
import { fill, type DrawContext } from '../block-widget.ts';
import { caretRect, FIELD_CLASS } from './cell-field.ts';
import { cellIn, fitTable, tableIn, takeOver } from './table-dom.ts';
import { tableAt } from './edited-cell.ts';

/** What a frame shows now; the widget that has created it may be an earlier one. */
interface DrawnTable {
  readonly view: EditorView;
  readonly context: DrawContext;
  text: string;
  /** Ends a drawing that was not shown yet. */
  cancel: () => void;
}

export const drawnTables = new WeakMap<HTMLElement, DrawnTable>();

const listeners = new WeakMap<EditorView, () => void>();

/** Calls back when a table gets its elements, which the cell with the cursor waits for. */
export function onTableDrawn(view: EditorView, listener: () => void): void {
  listeners.set(view, listener);
}

export const tableDrawn = (view: EditorView) => listeners.get(view)?.();

/** Renders a table again whose elements are kept, except in the cell that is being edited. */
export function redrawTable(frame: HTMLElement): void {
  const shown = drawnTables.get(frame);
  if (!shown) return;
  const { view, context, text } = shown;
  const { renderer } = context;
  const measure = () => {
    view.requestMeasure({
      key: frame,
      read: () => {
        if (frame.isConnected) renderer.heights.set(text, frame.offsetHeight);
      },
    });
  };
  const show = (drawing: Drawing) => {
    const table = frame.isConnected && tableAt(view.state, view.posAtDOM(frame));
    if (drawing === null || !table) return;
    const next = document.createElement('div');
    fill(next, drawing, context, measure);
    fitTable(frame, table);
    takeOver(frame, next, frame.querySelector(`.${FIELD_CLASS}`)?.closest('td, th') ?? null);
    measure();
  };
  shown.cancel();
  const drawing = renderer.get(text);
  if (drawing === undefined) shown.cancel = renderer.request(text, show);
  else show(drawing);
}

/** Where a position of the source is drawn: the left or right edge of its cell, or the place in the edited text. */
export function rectAt(frame: HTMLElement, table: Table, at: number): Rect | null {
  const place = placeAt(table, at);
  const row = table.rows[place.row];
  const element = cellIn(frame, place);
  if (!row || !element) return null;
  if (at <= row.start) {
    const edge = tableIn(frame)?.rows[place.row]?.getBoundingClientRect();
    return edge ? flat(edge, edge.left) : null;
  }
  const cell = row.cells[place.column];
  if (cell && at >= cell.textFrom && at <= cell.textTo) {
    const caret = caretRect(element, at - cell.textFrom);
    if (caret) return caret;
  }
  const box = element.getBoundingClientRect();
  return flat(box, cell && at > cell.textFrom ? box.right : box.left);
}

const flat = ({ top, bottom }: DOMRect, x: number): Rect => ({ left: x, right: x, top, bottom });
