import { useText } from '../../shared/i18n/texts.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';

export function MyItemsScreen() {
  const { t } = useText();
  return (
    <Column width="wide">
      <PageTitle screen={t('shell.myItems')} />
      <PageHead title={t('shell.myItems')} />
      <Card>
        <EmptyState title={t('states.noItemsTitle')}>{t('states.noItemsText')}</EmptyState>
      </Card>
    </Column>
  );
}
