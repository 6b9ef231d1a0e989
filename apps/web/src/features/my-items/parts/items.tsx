import type { HomeEntry, HomeOverview } from '@octavo/contract/home.entities';
import type { ItemRow } from '@octavo/contract/item.entities';
import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { paths } from '@octavo/contract/paths';
import { PanelLeft, Plus } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { PageHead } from '../../../shared/ui/page-head.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { useMyItems } from '../use-my-items.ts';
import { createCardStates } from './card-state.ts';
import { EmptyGroup, FirstItem, NoMatch } from './empty-states.tsx';
import { GroupBar } from './group-bar.tsx';
import { HOME_ID } from './home-side.tsx';
import { ItemGrid } from './item-grid.tsx';
import styles from './items.module.css';
import { LeaveDialog } from './leave-dialog.tsx';

/** The group bar is shown from this number of items on, or when a group is selected. */
const GROUP_BAR_MIN_ITEMS = 6;

type ItemsProps = ReturnType<typeof useMyItems> & {
  overview: HomeOverview | undefined;
  onStar: (entry: HomeEntry, isFavourite: boolean) => void;
  /** Shown above the items. */
  children: ReactNode;
};

/** The cards of the items, with groups and a search by name. */
export function Items(props: ItemsProps) {
  const { t } = useText();
  const { all, groups, shown, groupId, failure, retry, overview, onStar, children } = props;
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const [leaving, setLeaving] = useState<ItemRow>();
  const hasBar = groupId !== 0 || (all?.length ?? 0) >= GROUP_BAR_MIN_ITEMS;
  const stateOf = useMemo(() => createCardStates(overview), [overview]);
  const onStarItem = useCallback(
    ({ item_id, item_name, item_type }: ItemRow, isFavourite: boolean) => {
      const entry = { item_id, item_name, item_type, page_id: 0, page_title: '', method: '' };
      onStar({ ...entry, page_type: MARKDOWN_PAGE }, isFavourite);
    },
    [onStar],
  );

  return (
    <>
      <PageHead
        title={t('shell.myItems')}
        beside={
          <span className={styles.open}>
            <IconButton label={t('myItems.home')} popoverTarget={HOME_ID}>
              <PanelLeft />
            </IconButton>
          </span>
        }
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
      {children}
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
          stateOf={stateOf}
          onClear={() => setTyped('')}
          onLeave={setLeaving}
          onStar={onStarItem}
        />
      ) : failure ? (
        <Card>
          <LoadError error={failure} onRetry={retry} />
        </Card>
      ) : (
        <Skeleton shape="cards" />
      )}
      {leaving && <LeaveDialog item={leaving} onClosed={() => setLeaving(undefined)} />}
    </>
  );
}

interface VisibleItemsProps {
  items: readonly ItemRow[];
  groupId: number;
  keyword: string;
  stateOf: ReturnType<typeof createCardStates>;
  onClear: () => void;
  onLeave: (item: ItemRow) => void;
  onStar: (item: ItemRow, isFavourite: boolean) => void;
}

function VisibleItems(props: VisibleItemsProps) {
  const { items, groupId, keyword, stateOf, onClear, onLeave, onStar } = props;
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
      stateOf={stateOf}
      onLeave={onLeave}
      onStar={onStar}
    />
  );
}
