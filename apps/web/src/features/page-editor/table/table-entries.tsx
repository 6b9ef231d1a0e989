import type { StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { table as en } from '@octavo/texts/en/table';
import type { TextKey } from '@octavo/texts/translate';
import { table as zhCn } from '@octavo/texts/zh-cn/table';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDown,
  ArrowDownAZ,
  ArrowDownZA,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Copy,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { MenuEntry, MenuLine } from '../../../shared/ui/menu.tsx';
import { placeAt, readTable, type CellPlace, type Table } from '../source/table/read-table.ts';
import * as commands from '../source/table/table-commands.ts';
import type { OpenTableMenu } from './table-controller.ts';

export const tableTexts = { en: { table: en }, 'zh-cn': { table: zhCn } };

interface Entry {
  readonly label: Extract<TextKey, `table.${string}`>;
  readonly icon: LucideIcon;
  readonly run: StateCommand;
  readonly keys?: string;
  /** Where the entry would do nothing. */
  readonly isDisabled?: (table: Table, place: CellPlace) => boolean;
}

const rowEntries: readonly Entry[] = [
  { label: 'table.insertAbove', icon: BetweenHorizontalEnd, run: commands.insertRowAbove },
  { label: 'table.insertBelow', icon: BetweenHorizontalStart, run: commands.insertRowBelow },
  {
    label: 'table.moveUp',
    icon: ArrowUp,
    run: commands.moveRowUp,
    keys: 'Alt+↑',
    isDisabled: (_, { row }) => row === 0,
  },
  {
    label: 'table.moveDown',
    icon: ArrowDown,
    run: commands.moveRowDown,
    keys: 'Alt+↓',
    isDisabled: ({ rows }, { row }) => row === rows.length - 1,
  },
  { label: 'table.duplicateRow', icon: Copy, run: commands.duplicateRow },
  { label: 'table.deleteRow', icon: Trash2, run: commands.deleteRow },
];

const columnEntries = (language: string): readonly Entry[] => [
  { label: 'table.insertLeft', icon: BetweenVerticalEnd, run: commands.insertColumnLeft },
  { label: 'table.insertRight', icon: BetweenVerticalStart, run: commands.insertColumnRight },
  {
    label: 'table.moveLeft',
    icon: ArrowLeft,
    run: commands.moveColumnLeft,
    keys: 'Ctrl+Shift+,',
    isDisabled: (_, { column }) => column === 0,
  },
  {
    label: 'table.moveRight',
    icon: ArrowRight,
    run: commands.moveColumnRight,
    keys: 'Ctrl+Shift+.',
    isDisabled: ({ columns }, { column }) => column === columns - 1,
  },
  { label: 'table.alignLeft', icon: AlignLeft, run: commands.alignColumn('left') },
  { label: 'table.alignCenter', icon: AlignCenter, run: commands.alignColumn('center') },
  { label: 'table.alignRight', icon: AlignRight, run: commands.alignColumn('right') },
  {
    label: 'table.sortAscending',
    icon: ArrowDownAZ,
    run: commands.sortRows({ isDescending: false, language }),
  },
  {
    label: 'table.sortDescending',
    icon: ArrowDownZA,
    run: commands.sortRows({ isDescending: true, language }),
  },
  { label: 'table.deleteColumn', icon: Trash2, run: commands.deleteColumn },
];

interface TableEntriesProps {
  view: EditorView;
  kind: OpenTableMenu['kind'];
}

/** The entries of a menu for the row and the column of the cursor; none outside of a table. */
export function TableEntries({ view, kind }: TableEntriesProps) {
  const { head } = view.state.selection.main;
  const table = readTable(view.state, head);
  const { language } = useLanguage();
  if (!table) return null;
  const frame = { view, table, place: placeAt(table, head) };
  return (
    <AdditionalTexts tables={tableTexts}>
      {kind !== 'column' && <Entries {...frame} entries={rowEntries} />}
      {kind === 'table' && <MenuLine />}
      {kind !== 'row' && <Entries {...frame} entries={columnEntries(language)} />}
    </AdditionalTexts>
  );
}

interface EntriesProps {
  view: EditorView;
  table: Table;
  place: CellPlace;
  entries: readonly Entry[];
}

function Entries({ view, table, place, entries }: EntriesProps) {
  const { t } = useText();
  return entries.map(({ label, icon: Icon, run, keys, isDisabled }) => (
    <MenuEntry
      key={label}
      label={t(label)}
      icon={<Icon />}
      keys={keys}
      isDisabled={isDisabled?.(table, place)}
      onRun={() => {
        run(view);
        view.focus();
      }}
    />
  ));
}
