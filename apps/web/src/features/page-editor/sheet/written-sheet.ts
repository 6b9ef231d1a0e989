import type { EngineSheet } from '@octavo/sheet/engine';
import { createEngineWriter, fromEngine } from '@octavo/sheet/from-engine';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import type { Fields } from '../../../shared/keep/kept-text.ts';
import { whenIdle } from './when-idle.ts';
import { withTyped, type Typed } from './typed-cell.ts';

/** A table while it is written: the cells are the engine's own. */
export interface WrittenSheet {
  readonly read: () => Fields;
  readonly workbook: () => Workbook;
  readonly change: (change: Partial<Fields>) => void;
  /** What the engine holds now. What was being typed is in it, or was given up. */
  readonly take: (sheets: readonly EngineSheet[]) => void;
  /** What stands in a cell that is still being typed in; undefined: nothing is. */
  readonly type: (typed: Typed | undefined) => void;
  /** Which sheet is looked at, counted from 0. */
  readonly shownSheet: () => number;
  readonly show: (sheets: readonly EngineSheet[]) => void;
}

/** What was written down last, and of what. */
interface Written {
  readonly sheets: readonly EngineSheet[];
  readonly typed: Typed | undefined;
  readonly content: string;
}

export function createWrittenSheet(first: Fields): WrittenSheet {
  let fields = first;
  let shown = 0;
  /** Changed by a person. */
  let held: readonly EngineSheet[] | undefined;
  /** As the engine put it in order for itself. */
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
      // Asked for again and again, and large.
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
      // The first letter must not wait for a whole table to be written down.
      if (!seen) whenIdle(prepare(now));
      seen = now;
      shown = Math.max(0, now.find(({ status }) => status === 1)?.order ?? 0);
    },
  };
}
