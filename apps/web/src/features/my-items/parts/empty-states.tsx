import { paths } from '@octavo/contract/paths';
import { Plus } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';

export function FirstItem() {
  const { t } = useText();
  return (
    <Card>
      <EmptyState
        title={t('myItems.firstTitle')}
        actions={
          <ButtonLink variant="primary" icon={<Plus />} to={paths.addItem.href()}>
            {t('myItems.newItem')}
          </ButtonLink>
        }
      >
        {t('myItems.firstText')}
      </EmptyState>
    </Card>
  );
}

export function EmptyGroup() {
  const { t } = useText();
  return (
    <Card>
      <EmptyState
        title={t('myItems.emptyGroupTitle')}
        actions={<ButtonLink to={paths.itemGroups.href()}>{t('myItems.manageGroups')}</ButtonLink>}
      >
        {t('myItems.emptyGroupText')}
      </EmptyState>
    </Card>
  );
}

export function NoMatch({ keyword, onClear }: { keyword: string; onClear: () => void }) {
  const { t } = useText();
  return (
    <Card>
      <EmptyState
        title={t('myItems.noMatchTitle', { keyword })}
        actions={<Button onClick={onClear}>{t('myItems.clearSearch')}</Button>}
      >
        {t('myItems.noMatchText')}
      </EmptyState>
    </Card>
  );
}
