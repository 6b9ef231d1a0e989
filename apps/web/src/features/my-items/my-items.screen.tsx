import type { ItemRow } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './my-items.module.css';
import { EmptyGroup, FirstItem, NoMatch } from './parts/empty-states.tsx';
import { GroupBar } from './parts/group-bar.tsx';
import { ItemGrid } from './parts/item-grid.tsx';
import { LeaveDialog } from './parts/leave-dialog.tsx';
import { UnreadNotice } from './parts/unread-notice.tsx';
import { useMyItems } from './use-my-items.ts';

/** The group bar is shown from this number of items on, or when a group is selected. */
const GROUP_BAR_MIN_ITEMS = 6;

export function MyItemsScreen() {
  const { t } = useText();
  const { all, groups, shown, groupId, failure, retry } = useMyItems();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const [leaving, setLeaving] = useState<ItemRow>();
  const hasBar = groupId !== 0 || (all?.length ?? 0) >= GROUP_BAR_MIN_ITEMS;

  return (
    <Column width="wide">
      <PageTitle screen={t('shell.myItems')} />
      <PageHead
        title={t('shell.myItems')}
        action={
          <>
            {all && all.length > 1 && (
              <div className={styles.search}>
                <SearchInput label={t('myItems.search')} value={typed} onText={setTyped} />
              </div>
            )}
            <ButtonLink variant="primary" icon={<Plus />} to={paths.addItem.href()}>
              {t('myItems.newItem')}
            </ButtonLink>
          </>
        }
      />
      {all && groups && hasBar && (
        <div className={styles.bar}>
          <GroupBar all={all} groups={groups} chosen={groupId} />
          {keyword === '' && <p className={styles.tip}>{t('myItems.dragTip')}</p>}
        </div>
      )}
      {shown ? (
        <VisibleItems
          items={shown}
          groupId={groupId}
          keyword={keyword}
          onClear={() => setTyped('')}
          onLeave={setLeaving}
        />
      ) : failure ? (
        <Card>
          <LoadError error={failure} onRetry={retry} />
        </Card>
      ) : (
        <Skeleton shape="cards" />
      )}
      <UnreadNotice />
      {leaving && <LeaveDialog item={leaving} onClosed={() => setLeaving(undefined)} />}
    </Column>
  );
}

interface VisibleItemsProps {
  items: readonly ItemRow[];
  groupId: number;
  keyword: string;
  onClear: () => void;
  onLeave: (item: ItemRow) => void;
}

function VisibleItems({ items, groupId, keyword, onClear, onLeave }: VisibleItemsProps) {
  if (items.length === 0) return groupId === 0 ? <FirstItem /> : <EmptyGroup />;
  const searchTerm = keyword.toLowerCase();
  const matches = items.filter(({ item_name }) => item_name.toLowerCase().includes(searchTerm));
  if (matches.length === 0) return <NoMatch keyword={keyword} onClear={onClear} />;
  // A filtered list cannot be reordered.
  return (
    <ItemGrid
      items={searchTerm === '' ? items : matches}
      groupId={groupId}
      sortable={searchTerm === '' && items.length > 1}
      onLeave={onLeave}
    />
  );
}
