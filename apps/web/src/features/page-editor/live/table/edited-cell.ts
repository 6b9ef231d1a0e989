import { searchPanelOpen } from '@codemirror/search';
import { StateEffect, StateField, type EditorState, type Text } from '@codemirror/state';
import { placeAt, readTable, type CellPlace, type Table } from '../../source/table/read-table.ts';
import type { Block } from '../find-blocks.ts';
import type { LineRange } from '../live-state.ts';

/** The cell of a drawn table that has the cursor. */
export interface EditedCell {
  readonly block: Block;
  readonly table: Table;
  readonly place: CellPlace;
  /** The range of its text; a cell that its row lacks is at the end of the row. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Shows a table as source until the cursor leaves it; null draws it again. */
export const showTableSource = StateEffect.define<LineRange | null>();

export const tableSource = StateField.define<LineRange | null>({
  create: () => null,
  update(value, { changes, effects, state }) {
    const shown = effects.find((effect) => effect.is(showTableSource));
    const range = shown
      ? shown.value
      : value && { from: changes.mapPos(value.from, -1), to: changes.mapPos(value.to, 1) };
    if (!range) return null;
    const { ranges } = state.selection;
    const isLeft = ranges.every(({ head }) => head < range.from || head > range.to);
    if (isLeft) return null;
    const isSame = value && value.from === range.from && value.to === range.to;
    return isSame ? value : range;
  },
});

/** What decides, besides text and selection, whether the table at the cursor is drawn. */
export function sourceReason(state: EditorState): LineRange | 'search' | null {
  // A match can only be marked in the source.
  return searchPanelOpen(state) ? 'search' : (state.field(tableSource, false) ?? null);
}

/** The last table that was read, since a key reads the same one several times. */
let last: { doc: Text; from: number; table: Table | undefined } | undefined;

/** The table whose header is at a position. */
export function tableAt(state: EditorState, from: number): Table | undefined {
  if (last?.doc !== state.doc || last.from !== from)
    last = { doc: state.doc, from, table: readTable(state, from) };
  return last.table;
}

/** The table of a block, unless the grammar and the renderer see different rows. */
function tableOf(state: EditorState, { from, to }: Block): Table | undefined {
  const table = tableAt(state, from);
  if (!table) return undefined;
  const end = (table.rows.length > 1 ? table.rows.at(-1) : table.delimiter)?.to;
  return table.rows[0]?.from === from && end === to ? table : undefined;
}

/** The cell with the selection; undefined if the selection is elsewhere, covers more, or the source is shown. */
export function editedCell(state: EditorState, block: Block): EditedCell | undefined {
  const { main, ranges } = state.selection;
  if (block.kind !== 'table' || ranges.length > 1) return undefined;
  if (main.from < block.from || main.to > block.to || sourceReason(state)) return undefined;
  const table = tableOf(state, block);
  if (!table) return undefined;
  const place = placeAt(table, main.head);
  const row = table.rows[place.row];
  const cell = row?.cells[place.column];
  const from = cell?.textFrom ?? row?.to ?? block.from;
  const to = cell?.textTo ?? from;
  if (!main.empty && (main.from < from || main.to > to)) return undefined;
  return { block, table, place, from, to, text: cell?.text ?? '' };
}
