import type { TransactionSpec } from '@codemirror/state';
import type { EditorView, Rect } from '@codemirror/view';
import { insertColumn, insertRow } from '../../source/table/edit-table.ts';
import type { CellPlace, Table } from '../../source/table/read-table.ts';
import { goToCell, tableTransaction } from '../../source/table/table-commands.ts';
import { BlockWidget, type DrawContext, type DrawnBlock } from '../block-widget.ts';
import { FIELD_CLASS } from './cell-field.ts';
import { drawnTables, rectAt, redrawTable, tableDrawn } from './draw-table.ts';
import { tableAt } from './edited-cell.ts';

const REDRAW_DELAY_MS = 250;

/** A drawn table whose cells are edited in place. It keeps its elements while one of them is. */
export class TableWidget extends BlockWidget {
  readonly #context: DrawContext;
  constructor(block: DrawnBlock, context: DrawContext) {
    super(block, context);
    this.#context = context;
  }

  /** Pasted files are uploaded by the editor. */
  override ignoreEvent(event: Event): boolean {
    return event.type !== 'paste';
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = super.toDOM(view);
    const context = this.#context;
    const { text } = this.block;
    const isDrawn = context.renderer.get(text) !== undefined;
    const cancel = isDrawn ? () => {} : context.renderer.request(text, () => tableDrawn(view));
    drawnTables.set(frame, { view, context, text, cancel });
    frame.addEventListener('keydown', (event) => enterTable(event, view, frame));
    frame.addEventListener('mousedown', (event) => fillCell(event, view, frame), { capture: true });
    if (!view.state.readOnly) frame.append(...bars(view, frame, context));
    return frame;
  }

  /** Only a table that is being edited keeps its elements: another one would show the wrong text at first. */
  override updateDOM(frame: HTMLElement, view: EditorView): boolean {
    const shown = drawnTables.get(frame);
    const { head } = view.state.selection.main;
    const isEdited = head >= this.block.from && head <= this.block.to;
    if (!shown || !isEdited || !frame.querySelector(`.${FIELD_CLASS}`)) return false;
    shown.cancel();
    shown.text = this.block.text;
    // The edited cell shows its source, so drawing can wait until the user pauses.
    const timer = setTimeout(() => redrawTable(frame), REDRAW_DELAY_MS);
    shown.cancel = () => clearTimeout(timer);
    return true;
  }

  override destroy(frame: HTMLElement): void {
    super.destroy(frame);
    drawnTables.get(frame)?.cancel();
  }

  /** The cursor, menus and the handles of the table are placed by positions in the source. */
  override coordsAt(frame: HTMLElement, offset: number): Rect | null {
    const view = drawnTables.get(frame)?.view;
    const from = view?.posAtDOM(frame) ?? 0;
    const table = view && tableAt(view.state, from);
    return table ? rectAt(frame, table, from + offset) : null;
  }
}

/** Enter on a table that has the focus goes to its first cell. */
function enterTable(event: KeyboardEvent, view: EditorView, frame: HTMLElement): void {
  const isOnTable = event.target instanceof Element && event.target.matches('.table-wrap');
  if (event.key !== 'Enter' || !isOnTable) return;
  event.preventDefault();
  const anchor = tableAt(view.state, view.posAtDOM(frame))?.rows[0]?.cells[0]?.textTo;
  if (anchor !== undefined) view.dispatch({ selection: { anchor }, userEvent: 'select' });
  view.focus();
}

/** A press on a cell that its row lacks adds the cell, since the cursor needs a place in the source. */
function fillCell(event: MouseEvent, view: EditorView, frame: HTMLElement): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const table = tableAt(view.state, view.posAtDOM(frame));
  const row = cell?.parentElement instanceof HTMLTableRowElement ? cell.parentElement.rowIndex : -1;
  const cells = table?.rows[row]?.cells;
  const isMissing = cell && cells && cell.cellIndex >= cells.length;
  if (!table || !isMissing || event.button !== 0 || view.state.readOnly) return;
  event.preventDefault();
  event.stopPropagation();
  const place = { row, column: cell.cellIndex };
  view.dispatch(tableTransaction(view.state, table, goToCell(table, place)));
  view.focus();
}

/** The bars at the right and below the table, which add a column and a row. */
function bars(view: EditorView, frame: HTMLElement, { labels }: DrawContext): HTMLElement[] {
  const add = (edit: (table: Table) => { spec: TransactionSpec; place: CellPlace }) => () => {
    const table = tableAt(view.state, view.posAtDOM(frame));
    if (!table) return;
    view.dispatch(tableTransaction(view.state, table, { ...edit(table), isNewCell: true }));
    view.focus();
  };
  return [
    bar(
      'live-add-column',
      labels.addColumn,
      add((table) => ({
        spec: insertColumn(table, table.columns),
        place: { row: 0, column: table.columns },
      })),
    ),
    bar(
      'live-add-row',
      labels.addRow,
      add((table) => ({
        spec: insertRow(table, table.rows.length),
        place: { row: table.rows.length, column: 0 },
      })),
    ),
  ];
}

function bar(name: string, label: string, onClick: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  // Tab in the last cell and the table menu do the same by keyboard.
  button.tabIndex = -1;
  button.className = `live-add ${name}`;
  button.setAttribute('aria-label', label);
  button.dataset['tip'] = label;
  // The field keeps the focus, and the press does not enter a cell.
  button.addEventListener('mousedown', (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  button.addEventListener('click', onClick);
  return button;
}
