import { calls } from '@octavo/contract';
import type { AdminItemRow } from '@octavo/contract/admin.entities';
import { ADMIN_PAGE_SIZE } from '@octavo/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { NoMatch } from '../../../shared/ui/no-match.tsx';
import { PagedList, lastPage } from '../../../shared/ui/paged-list.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { TransferItem } from './transfer-item.tsx';
import styles from '../parts/console.module.css';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemTable, type ItemAction } from './item-table.tsx';
import { RecoverItem } from './recover-item.tsx';

const NO_FILTERS = { item_name: '', username: '' };

export function Items() {
  const { t } = useText();
  const [params] = useSearchParams();
  // Links from elsewhere in the console name an owner.
  const [typed, setTyped] = useState({ ...NO_FILTERS, username: params.get('owner') ?? '' });
  const [filters, setFilters] = useState(typed);
  const [view, setView] = useState<'living' | 'deleted'>('living');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<{ action: ItemAction; item: AdminItemRow }>();
  const query = useCall(
    calls.adminItem.getList,
    { ...filters, is_del: view === 'deleted', page, count: ADMIN_PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const { data } = query;
  const isFiltered = filters.item_name !== '' || filters.username !== '';
  const search = (next: typeof NO_FILTERS) => {
    setTyped(next);
    setFilters({ item_name: next.item_name.trim(), username: next.username.trim() });
    setPage(1);
  };
  const onText = (name: keyof typeof NO_FILTERS) => (text: string) =>
    text === '' ? search({ ...typed, [name]: '' }) : setTyped({ ...typed, [name]: text });
  const last = lastPage(data?.total ?? 0, ADMIN_PAGE_SIZE);
  if (data && !query.isPlaceholderData && page > last) setPage(last);
  const onClosed = () => setOpen(undefined);
  return (
    <>
      <ConsoleHeader title={t('adminItem.title')} count={data?.total}>
        <Segmented
          label={t('adminItem.which')}
          value={view}
          onValue={(value) => {
            setView(value);
            setPage(1);
          }}
          options={[
            { value: 'living', label: t('adminItem.living') },
            { value: 'deleted', label: t('adminItem.deleted') },
          ]}
        />
        <search className={styles.words}>
          {(['item_name', 'username'] as const).map((name) => (
            <div key={name} className={styles.word}>
              <SearchInput
                label={t(name === 'item_name' ? 'adminItem.itemName' : 'adminItem.username')}
                value={typed[name]}
                onText={onText(name)}
                onEnter={() => search(typed)}
              />
            </div>
          ))}
          <Button onClick={() => search(typed)}>{t('adminItem.search')}</Button>
        </search>
      </ConsoleHeader>
      <PagedList
        flat
        query={{ ...query, data: data && { list: data.items, total: data.total } }}
        size={ADMIN_PAGE_SIZE}
        page={page}
        onPage={setPage}
        empty={
          isFiltered ? (
            <NoMatch keywords={Object.values(filters)} onClear={() => search(NO_FILTERS)}>
              {t('adminItem.noMatchText')}
            </NoMatch>
          ) : (
            <EmptyList kind={view} />
          )
        }
      >
        {(items) => <ItemTable items={items} onAct={(action, item) => setOpen({ action, item })} />}
      </PagedList>
      <p className={styles.foot}>{t('adminItem.help')}</p>
      {open?.action === 'attorn' && <TransferItem item={open.item} onClosed={onClosed} />}
      {open?.action === 'delete' && <DeleteItem item={open.item} onClosed={onClosed} />}
      {open?.action === 'recover' && <RecoverItem item={open.item} onClosed={onClosed} />}
    </>
  );
}

function EmptyList({ kind }: { kind: 'living' | 'deleted' }) {
  const { t } = useText();
  return kind === 'deleted' ? (
    <EmptyState title={t('adminItem.noneDeletedTitle')}>
      {t('adminItem.noneDeletedText')}
    </EmptyState>
  ) : (
    <EmptyState title={t('adminItem.emptyTitle')}>{t('adminItem.emptyText')}</EmptyState>
  );
}
