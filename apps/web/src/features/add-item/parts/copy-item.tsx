import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { CopyItemForm } from './copy-item-form.tsx';

export function CopyItem() {
  const { t } = useText();
  const { data: items, error, refetch } = useCall(calls.item.myList, { item_group_id: 0 });
  if (error && !items)
    return (
      <Card>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!items) return <Skeleton shape="rows" />;
  // Copying requires edit rights, which archived items do not grant.
  const sources = items.filter(({ is_archived }) => is_archived === 0);
  if (sources.length > 0) return <CopyItemForm items={sources} />;
  return (
    <Card>
      <EmptyState
        title={t('addItem.nothingToCopyTitle')}
        actions={<ButtonLink to={paths.addItem.href()}>{t('addItem.newItem')}</ButtonLink>}
      >
        {t('addItem.nothingToCopyText')}
      </EmptyState>
    </Card>
  );
}
