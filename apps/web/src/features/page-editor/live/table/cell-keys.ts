import { redo, selectAll, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { runScopeHandlers } from '@codemirror/view';
import {
  moveRowDown,
  moveRowUp,
  moveToCell,
  moveToRowBelow,
} from '../../source/table/table-commands.ts';
import { placeAt } from '../../source/table/read-table.ts';
import type { CellField } from './cell-field.ts';
import { tableAt, type EditedCell } from './edited-cell.ts';

interface CellKeyContext {
  readonly view: EditorView;
  readonly field: CellField;
  readonly cell: EditedCell;
  /** An open insert menu gets its keys first. */
  readonly isMenuOpen: boolean;
  /** Inserts text at the cursor of the field. */
  readonly insert: (text: string) => void;
}

const MENU_KEYS = /^(?:Arrow(?:Up|Down|Left|Right)|Enter|Tab|Escape)$/;
/** The keys of the editor that also apply to a cell; others would change the line of the row. */
const EDITOR_KEYS = /^(?:Mod-(?:[zybikfg]|Home|End|Shift-[zge<>,.])|Shift-F10|Alt-Enter)$/i;

function keyName(event: KeyboardEvent): string {
  const isMod = event.ctrlKey || event.metaKey;
  return `${isMod ? 'Mod-' : ''}${event.altKey ? 'Alt-' : ''}${event.shiftKey ? 'Shift-' : ''}${event.key}`;
}

/** Handles a key in the field of a cell; returns whether the browser must not handle it. */
export function handleCellKey(event: KeyboardEvent, context: CellKeyContext): boolean {
  const { view, field, insert } = context;
  const name = keyName(event);
  if (context.isMenuOpen && MENU_KEYS.test(name)) return runScopeHandlers(view, event, 'editor');
  if (EDITOR_KEYS.test(name)) return runScopeHandlers(view, event, 'editor');
  switch (name) {
    case 'Tab':
      return moveToCell(1)(view) && selectCell(context);
    case 'Shift-Tab':
      return moveToCell(-1)(view) && selectCell(context);
    case 'Enter':
      return moveToRowBelow(view);
    case 'Shift-Enter':
      insert('<br>');
      return true;
    case 'Escape':
      return leaveTable(context, 1) || addLineBelow(context) || leaveTable(context, -1);
    case 'Alt-ArrowUp':
      return moveRowUp(view);
    case 'Alt-ArrowDown':
      return moveRowDown(view);
    case 'Mod-a':
      return isWhole(field) && selectAll(view);
    default:
      return handleArrow(name, context);
  }
}

/** Selects the text of the cell with the cursor, so that typing replaces it, as in other fields that Tab reaches. */
function selectCell({ view, cell: { block } }: CellKeyContext): boolean {
  const table = tableAt(view.state, block.from);
  const place = table && placeAt(table, view.state.selection.main.head);
  const target = place && table.rows[place.row]?.cells[place.column];
  if (target && target.textFrom < target.textTo)
    view.dispatch({
      selection: { anchor: target.textFrom, head: target.textTo },
      userEvent: 'select',
    });
  return true;
}

function isWhole({ input }: CellField): boolean {
  return input.selectionStart === 0 && input.selectionEnd === input.value.length;
}

/** Arrow keys leave the cell at its edges, and the table at its own. */
function handleArrow(name: string, context: CellKeyContext): boolean {
  const { field, cell } = context;
  const { selectionStart, selectionEnd, value } = field.input;
  if (selectionStart !== selectionEnd) return false;
  const { row, column } = cell.place;
  const last = cell.table.columns - 1;
  switch (name) {
    case 'ArrowUp':
      return field.isOnEdgeLine(-1) && goTo(context, -1, { row: row - 1, column });
    case 'ArrowDown':
      return field.isOnEdgeLine(1) && goTo(context, 1, { row: row + 1, column });
    case 'ArrowLeft':
      if (selectionStart > 0) return false;
      return goTo(
        context,
        -1,
        column > 0 ? { row, column: column - 1 } : { row: row - 1, column: last },
        Infinity,
      );
    case 'ArrowRight':
      if (selectionEnd < value.length) return false;
      return goTo(
        context,
        1,
        column < last ? { row, column: column + 1 } : { row: row + 1, column: 0 },
        0,
      );
    default:
      return false;
  }
}

/** Puts the cursor into another cell; behind the last row and before the first one it leaves the table. */
function goTo(
  context: CellKeyContext,
  step: 1 | -1,
  { row, column }: EditedCell['place'],
  offset = context.field.offsets().head,
): boolean {
  const { view, cell } = context;
  const cells = cell.table.rows[row]?.cells;
  if (!cells) return leaveTable(context, step);
  // A cell that its row lacks would have to be written first.
  const target = cells[Math.min(column, cells.length - 1)];
  if (!target) return false;
  view.dispatch({
    selection: { anchor: Math.min(target.textFrom + offset, target.textTo) },
    userEvent: 'select',
    scrollIntoView: true,
  });
  return true;
}

/** Moves to the line below or above the table, if there is one. */
function leaveTable({ view, cell: { block } }: CellKeyContext, step: 1 | -1): boolean {
  const { doc } = view.state;
  const number = doc.lineAt(step > 0 ? block.to : block.from).number + step;
  if (number < 1 || number > doc.lines) return false;
  const line = doc.line(number);
  view.dispatch({
    selection: { anchor: step > 0 ? line.from : line.to },
    userEvent: 'select',
    scrollIntoView: true,
  });
  return true;
}

/** A table at the end of the text gets a line to continue on; arrow keys must not change the text. */
function addLineBelow({ view, cell: { block } }: CellKeyContext): boolean {
  if (view.state.readOnly) return false;
  view.dispatch({
    changes: { from: block.to, insert: '\n\n' },
    selection: { anchor: block.to + 2 },
    userEvent: 'input',
    scrollIntoView: true,
  });
  return true;
}

/** Input that does not come from a key: the menus of the browser, and Enter on a touch keyboard. */
export function handleBeforeInput({ inputType }: InputEvent, view: EditorView): boolean {
  switch (inputType) {
    case 'historyUndo':
      return undo(view) || true;
    case 'historyRedo':
      return redo(view) || true;
    case 'insertLineBreak':
    case 'insertParagraph':
      return moveToRowBelow(view);
    default:
      return false;
  }
}
