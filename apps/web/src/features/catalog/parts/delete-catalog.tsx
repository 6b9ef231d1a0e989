import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { flatten, type Catalog } from '../tree.ts';
import { treeQueries, type Catalogs } from '../use-catalogs.ts';

interface DeleteCatalogProps {
  loaded: Catalogs;
  catalog: Catalog;
  onClosed: () => void;
}

export function DeleteCatalog({ loaded, catalog, onClosed }: DeleteCatalogProps) {
  const { t } = useText();
  const names = { name: catalog.cat_name };
  const remove = useFormCommand(calls.catalog.delete, {
    refresh: [...treeQueries, calls.recycle.getList],
    onDone: () => showToast({ kind: 'done', text: t('catalog.deleted', names) }),
  });
  const consequence = useConsequence(loaded, catalog);
  return (
    <ConfirmDialog
      title={t('catalog.deleteTitle', names)}
      confirm={t('catalog.deleteAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ item_id: loaded.item.item_id, cat_id: catalog.cat_id })}
      onClosed={onClosed}
    >
      {consequence}
    </ConfirmDialog>
  );
}

function useConsequence({ pages }: Catalogs, catalog: Catalog): string {
  const { t } = useText();
  const branch = flatten([catalog]);
  const count = branch.reduce((sum, { cat_id }) => sum + (pages.get(cat_id) ?? 0), 0);
  const values = { pages: count, catalogs: branch.length - 1 };
  if (branch.length === 1)
    return count === 0 ? t('catalog.deleteEmptyText') : t('catalog.deletePagesText', values);
  return count === 0
    ? t('catalog.deleteEmptyBranchText', values)
    : t('catalog.deleteBranchText', values);
}
