import type { ItemInfo } from '@octavo/contract/item.entities';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Method } from '../../../shared/ui/method.tsx';
import { breadcrumbTo, titleOf } from '../../model/menu.ts';
import { rowEntries } from './row-entries.ts';
import { RowMenu } from './row-menu.tsx';
import { RowSheet } from './row-sheet.tsx';
import type { TreeEditor } from '../use-tree-editor.tsx';

/** The open menu of a row, if there is one: a menu, or a sheet after a long press. */
export function OpenRowMenu({ editor, item }: { editor: TreeEditor; item: ItemInfo }) {
  const { t } = useText();
  const { tree, rights, selection, menu } = editor;
  const { open } = menu;
  if (!open) return null;
  const at = tree.rows.findIndex(({ key }) => key === open.key);
  const row = tree.rows[at];
  if (!row) return null;
  const groups = rowEntries(row, {
    rights: rights[at] ?? 'none',
    isMany: selection.count > 1 && selection.keys.has(row.key),
    isTouch: !open.anchor,
  });
  const name = titleOf(row);
  const close = () => {
    menu.close();
    tree.focusRow(row.key);
  };
  const choose = (entry: Parameters<typeof editor.run>[0]) => {
    close();
    editor.run(entry, row);
  };
  if (open.anchor)
    return (
      <RowMenu
        label={t('tree.actionsOf', { name })}
        anchor={open.anchor}
        groups={groups}
        onChoose={choose}
        onClose={menu.close}
        onEscape={close}
      />
    );
  const parentId = row.kind === 'page' ? row.page.cat_id : row.catalog.parent_cat_id;
  return (
    <RowSheet
      title={name}
      badge={row.kind === 'page' && row.page.method && <Method name={row.page.method} />}
      path={(breadcrumbTo(item.menu, parentId) ?? []).map(({ cat_name }) => cat_name).join(' / ')}
      groups={groups}
      onShown={(height) => editor.showAbove(row, height)}
      onChoose={choose}
      onClose={close}
    />
  );
}
