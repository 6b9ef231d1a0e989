import type { EngineSheet } from '@octavo/sheet/engine';
import { createEngineWriter, fromEngine } from '@octavo/sheet/from-engine';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import type { Fields } from '../../../shared/keep/kept-text.ts';

/** A table while it is written: the cells are the engine's own. */
export interface WrittenSheet {
  readonly read: () => Fields;
  readonly workbook: () => Workbook;
  readonly change: (change: Partial<Fields>) => void;
  /** What the engine holds now; undefined: as it was given the text. */
  readonly take: (sheets: readonly EngineSheet[] | undefined) => void;
  /** Which sheet is looked at, counted from 0. */
  readonly shownSheet: () => number;
  readonly show: (sheets: readonly EngineSheet[]) => void;
}

export function createWrittenSheet(first: Fields): WrittenSheet {
  let fields = first;
  let shown = 0;
  let held: readonly EngineSheet[] | undefined;
  let written: readonly EngineSheet[] | undefined;
  const write = createEngineWriter();
  function read(): Fields {
    if (held && held !== written) {
      fields = { ...fields, content: write(held) };
      written = held;
    }
    return fields;
  }
  return {
    read,
    workbook: () => (held ? fromEngine(held) : readWorkbook(fields.content)),
    change(change) {
      read();
      fields = { ...fields, ...change };
      if (change.content !== undefined) held = undefined;
    },
    take(sheets) {
      held = sheets;
    },
    shownSheet: () => shown,
    show(sheets) {
      shown = Math.max(0, sheets.find(({ status }) => status === 1)?.order ?? 0);
    },
  };
}
