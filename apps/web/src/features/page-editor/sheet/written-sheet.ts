import type { EngineSheet } from '@octavo/sheet/engine';
import { createEngineWriter, fromEngine } from '@octavo/sheet/from-engine';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import type { Fields } from '../../../shared/keep/kept-text.ts';
import { whenIdle } from './when-idle.ts';
import { withTyped, type Typed } from './typed-cell.ts';

/** A table page during editing; the cells are held by the spreadsheet component. */
export interface WrittenSheet {
  readonly read: () => Fields;
  readonly workbook: () => Workbook;
  readonly change: (change: Partial<Fields>) => void;
  /** Sets the current sheets of the spreadsheet. They include the text being typed, unless that was cancelled. */
  readonly take: (sheets: readonly EngineSheet[]) => void;
  /** Sets the text of the cell being edited; undefined when no cell is being edited. */
  readonly type: (typed: Typed | undefined) => void;
  /** The index of the visible sheet, from 0. */
  readonly shownSheet: () => number;
  readonly show: (sheets: readonly EngineSheet[]) => void;
}

/** The last serialized content and the input it was made from. */
interface Written {
  readonly sheets: readonly EngineSheet[];
  readonly typed: Typed | undefined;
  readonly content: string;
}

export function createWrittenSheet(first: Fields): WrittenSheet {
  let fields = first;
  let shown = 0;
  /** The sheets after the last change by the user. */
  let held: readonly EngineSheet[] | undefined;
  /** The sheets as normalized by the spreadsheet, without a change by the user. */
  let seen: readonly EngineSheet[] | undefined;
  let typed: Typed | undefined;
  let written: Written | undefined;
  const { write, prepare } = createEngineWriter();

  function sheets(): readonly EngineSheet[] | undefined {
    const under = held ?? (typed && seen);
    return under && typed ? withTyped(under, typed) : under;
  }

  return {
    read() {
      const under = held ?? (typed && seen);
      if (!under) return fields;
      // Serializing is expensive and `read` is called often, so the result is cached.
      if (written?.sheets !== under || written.typed !== typed)
        written = { sheets: under, typed, content: write(sheets() ?? under) };
      return { ...fields, content: written.content };
    },
    workbook() {
      const now = sheets();
      return now ? fromEngine(now) : readWorkbook(fields.content);
    },
    change(change) {
      fields = { ...fields, ...change };
      if (change.content === undefined) return;
      held = undefined;
      seen = undefined;
      typed = undefined;
    },
    take(now) {
      held = now;
      typed = undefined;
    },
    type(now) {
      typed = now;
    },
    shownSheet: () => shown,
    show(now) {
      // Serialize in idle time, so that the first keystroke does not wait for a large table.
      if (!seen) whenIdle(prepare(now));
      seen = now;
      shown = Math.max(0, now.find(({ status }) => status === 1)?.order ?? 0);
    },
  };
}
