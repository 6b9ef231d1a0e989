import { calls } from '@octavo/contract';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { SortableList } from '../dnd/sortable-list.tsx';
import { useSaveOrder } from '../dnd/use-save-order.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Field } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CatalogSelect } from './catalog-select.tsx';
import styles from './sort-pages-dialog.module.css';

const WIDTH = 500;

interface SortPagesDialogProps {
  itemId: number;
  /** The initially selected catalog. */
  catId: number;
  onClosed: () => void;
}

export function SortPagesDialog({ itemId, catId: first, onClosed }: SortPagesDialogProps) {
  const { t } = useText();
  const [open, setOpen] = useState(true);
  const [catId, setCatId] = useState(first);
  const names = useCall(calls.catalog.catListName, { item_id: itemId });
  return (
    <Dialog
      open={open}
      width={WIDTH}
      title={t('catalog.sortTitle')}
      initialFocus="button"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className={dialogStyles.help}>{t('catalog.sortHelp')}</p>
      <div className={dialogStyles.fields}>
        <Field label={t('catalog.sortOf')}>
          <CatalogSelect
            catalogs={names.data ?? []}
            value={catId}
            onCatalog={setCatId}
            loading={names.isPending}
          />
        </Field>
        <Pages key={catId} itemId={itemId} catId={catId} />
      </div>
      <div className={dialogStyles.footer}>
        <Button onClick={() => setOpen(false)}>{t('catalog.done')}</Button>
      </div>
    </Dialog>
  );
}

function Pages({ itemId, catId }: { itemId: number; catId: number }) {
  const { t } = useText();
  const input = { item_id: itemId, cat_id: catId };
  const { data: pages, error, refetch } = useCall(calls.catalog.getPagesBycat, input);
  const saveOrder = useSaveOrder({
    list: [calls.catalog.getPagesBycat, input],
    idOf: ({ page_id }) => page_id,
    save: calls.page.sort,
    inputOf: (ids) => ({
      item_id: itemId,
      pages: Object.fromEntries(ids.map((id, at) => [String(id), at + 1])),
    }),
  });
  if (error && !pages) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!pages) return <Skeleton shape="rows" />;
  if (pages.length === 0) return <p className={styles.none}>{t('catalog.noPages')}</p>;
  return (
    <div className={styles.list}>
      <SortableList
        dense
        label={t('catalog.pageList')}
        rows={pages.map(({ page_id, page_title }) => ({ id: page_id, name: page_title }))}
        onSort={saveOrder}
        render={({ name }) => (
          <>
            <FileText className={styles.icon} />
            <span className={styles.title}>{name}</span>
          </>
        )}
      />
    </div>
  );
}
