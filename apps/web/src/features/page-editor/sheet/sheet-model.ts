import type { FortuneSheet } from '@octavo/sheet/fortune-format';
import { createFortuneWriter, fromFortune } from '@octavo/sheet/from-fortune';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import type { PageFields } from '../../../shared/autosave/draft.ts';
import { runWhenIdle } from './run-when-idle.ts';
import { withEditedCell, type EditedCell } from './edited-cell.ts';

/** A table page during editing; the cells are held by the spreadsheet component. */
export interface SheetModel {
  readonly read: () => PageFields;
  readonly workbook: () => Workbook;
  readonly change: (change: Partial<PageFields>) => void;
  /** Sets the current sheets. They contain the text of the edited cell, unless the edit was cancelled, so that cell is cleared. */
  readonly setSheets: (sheets: readonly FortuneSheet[]) => void;
  /** Sets the text of the cell being edited; undefined when no cell is being edited. */
  readonly setEditedCell: (editedCell: EditedCell | undefined) => void;
  /** The index of the visible sheet, from 0. */
  readonly visibleSheet: () => number;
  readonly updateView: (sheets: readonly FortuneSheet[]) => void;
}

/** The last serialized content and the input it was made from. */
interface SerializedSheets {
  readonly sheets: readonly FortuneSheet[];
  readonly editedCell: EditedCell | undefined;
  readonly content: string;
}

export function createSheetModel(initialFields: PageFields): SheetModel {
  let fields = initialFields;
  let visibleIndex = 0;
  /** The sheets after the last change by the user. */
  let changedSheets: readonly FortuneSheet[] | undefined;
  /** The last reported sheets. Before the first change by the user, they differ from the page only by normalization. */
  let normalizedSheets: readonly FortuneSheet[] | undefined;
  let editedCell: EditedCell | undefined;
  let serialized: SerializedSheets | undefined;
  const { write, prepare } = createFortuneWriter();

  function sheets(): readonly FortuneSheet[] | undefined {
    const base = changedSheets ?? (editedCell && normalizedSheets);
    return base && editedCell ? withEditedCell(base, editedCell) : base;
  }

  return {
    read() {
      const base = changedSheets ?? (editedCell && normalizedSheets);
      if (!base) return fields;
      // Serializing is expensive and `read` is called often, so the result is cached.
      if (serialized?.sheets !== base || serialized.editedCell !== editedCell)
        serialized = { sheets: base, editedCell, content: write(sheets() ?? base) };
      return { ...fields, content: serialized.content };
    },
    workbook() {
      const now = sheets();
      return now ? fromFortune(now) : readWorkbook(fields.content);
    },
    change(change) {
      fields = { ...fields, ...change };
      if (change.content === undefined) return;
      changedSheets = undefined;
      normalizedSheets = undefined;
      editedCell = undefined;
    },
    setSheets(now) {
      changedSheets = now;
      editedCell = undefined;
    },
    setEditedCell(now) {
      editedCell = now;
    },
    visibleSheet: () => visibleIndex,
    updateView(now) {
      // Serialize in idle time, so that the first keystroke does not wait for a large table.
      if (!normalizedSheets) runWhenIdle(prepare(now));
      normalizedSheets = now;
      visibleIndex = Math.max(0, now.find(({ status }) => status === 1)?.order ?? 0);
    },
  };
}
