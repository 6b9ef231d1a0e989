import { calls } from '@octavo/contract';
import { useParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { itemUrl } from '../../shared/items/item-url.ts';
import { ItemLoadError } from '../../shared/items/item-load-error.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Sections } from './sections.tsx';

export function ItemSettingScreen() {
  const { t } = useText();
  const { item_id = '' } = useParams();
  // Never stale: a refetch on window focus must not overwrite edited fields.
  const detail = useCall(
    calls.item.detail,
    { item_id: Number(item_id) },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { data: item, error } = detail;
  if (error && !item) return <ItemLoadError error={error} onRetry={() => void detail.refetch()} />;
  return (
    <Column>
      <PageTitle screen={t('itemSetting.title')} />
      <PageHead
        title={t('itemSetting.title')}
        context={item?.item_name}
        back={{
          to: itemUrl(item ?? { item_id: Number(item_id), item_domain: '' }),
          label: t('item.backToItem'),
        }}
      />
      {item ? <Sections key={item.item_id} item={item} /> : <Skeleton shape="rows" />}
    </Column>
  );
}
