import { calls } from '@octavo/contract';
import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { useParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { itemUrl } from '../../shared/items/item-url.ts';
import { ItemLoadError, AccessDenied } from '../../shared/items/item-load-error.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ExportForm } from './parts/export-form.tsx';

export function ExportItemScreen() {
  const { t } = useText();
  const item_id = Number(useParams()['item_id']);
  const info = useCall(calls.item.info, { item_id, menu: 'top' });
  const { data: item, error } = info;
  if (error && !item) return <ItemLoadError error={error} onRetry={() => void info.refetch()} />;
  // `item_edit` is always false for archived and imported items, so there the server decides about the export.
  const isFrozen = item?.is_archived || item?.item_type === RUN_API_ITEM;
  if (item && !item.item_edit && !isFrozen) return <AccessDenied />;
  return (
    <Column width="form">
      <PageTitle screen={t('exporting.title')} />
      <PageHead
        title={t('exporting.title')}
        context={item?.item_name}
        back={{
          to: itemUrl(item ?? { item_id, item_domain: '' }),
          label: t('item.backToItem'),
        }}
      />
      {item ? <ExportForm key={item.item_id} item={item} /> : <Skeleton shape="rows" />}
    </Column>
  );
}
