import type { StateCommand } from '@codemirror/state';
import type { TextKey } from '@octavo/texts/translate';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  BetweenHorizontalStart,
  BetweenVerticalStart,
  Table,
  type LucideIcon,
} from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Menu, MenuEntry } from '../../../shared/ui/menu.tsx';
import { newTable } from '../source/commands.ts';
import { alignColumn, insertColumnRight, insertRowBelow } from '../source/table/table-commands.ts';

const WIDTH = 210;

const entries = [
  { label: 'editor.newTable', icon: Table, run: newTable },
  { label: 'editor.insertRow', icon: BetweenHorizontalStart, run: insertRowBelow },
  { label: 'editor.insertColumn', icon: BetweenVerticalStart, run: insertColumnRight },
  { label: 'editor.alignLeft', icon: AlignLeft, run: alignColumn('left') },
  { label: 'editor.alignCenter', icon: AlignCenter, run: alignColumn('center') },
  { label: 'editor.alignRight', icon: AlignRight, run: alignColumn('right') },
] as const satisfies readonly { label: TextKey; icon: LucideIcon; run: StateCommand }[];

/** Inserts a table and edits the table at the cursor. */
export function TableMenu({ onRun }: { onRun: (run: StateCommand) => void }) {
  const { t } = useText();
  const opener = (
    <IconButton label={t('editor.table')}>
      <Table />
    </IconButton>
  );
  return (
    <Menu opener={opener} width={WIDTH}>
      {entries.map(({ label, icon: Icon, run }) => (
        <MenuEntry key={label} label={t(label)} icon={<Icon />} onRun={() => onRun(run)} />
      ))}
    </Menu>
  );
}
