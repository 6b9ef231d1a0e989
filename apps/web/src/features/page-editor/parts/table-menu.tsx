import type { EditorView } from '@codemirror/view';
import { Table } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Menu, MenuEntry } from '../../../shared/ui/menu.tsx';
import { newTable } from '../source/commands.ts';
import { useLoaded } from '../table/use-loaded.ts';

const WIDTH = 260;

const load = () => import('../table/table-entries.tsx');

/** Inserts a table and edits the table at the cursor. */
export function TableMenu({ view }: { view: EditorView | null }) {
  const { t } = useText();
  const opener = (
    <IconButton label={t('editor.table')}>
      <Table />
    </IconButton>
  );
  const insert = () => {
    if (!view) return;
    newTable(view);
    view.focus();
  };
  return (
    <Menu opener={opener} width={WIDTH}>
      <MenuEntry label={t('editor.newTable')} icon={<Table />} onRun={insert} />
      {view && <EntriesAtCursor view={view} />}
    </Menu>
  );
}

/** Rendered while the menu is open. */
function EntriesAtCursor({ view }: { view: EditorView }) {
  const loaded = useLoaded(true, load);
  return loaded && <loaded.TableEntries view={view} kind="table" />;
}
