import { calls } from '@octavo/contract';
import type { AdminItemRow } from '@octavo/contract/admin.entities';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { NoMatch } from '../../../shared/ui/no-match.tsx';
import { PagedList, lastPage } from '../../../shared/ui/paged-list.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { AttornItem } from './attorn-item.tsx';
import styles from './console.module.css';
import { ConsoleHead } from './console-head.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemTable, type ItemAct } from './item-table.tsx';
import { RecoverItem } from './recover-item.tsx';

const PAGE_SIZE = 7;
const NO_WORDS = { item_name: '', username: '' };

export function Items() {
  const { t } = useText();
  const [typed, setTyped] = useState(NO_WORDS);
  const [words, setWords] = useState(NO_WORDS);
  const [which, setWhich] = useState<'living' | 'deleted'>('living');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<{ act: ItemAct; item: AdminItemRow }>();
  const asked = useCall(
    calls.adminItem.getList,
    { ...words, is_del: which === 'deleted', page, count: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const { data } = asked;
  const isFiltered = words.item_name !== '' || words.username !== '';
  const search = (next: typeof NO_WORDS) => {
    setTyped(next);
    setWords({ item_name: next.item_name.trim(), username: next.username.trim() });
    setPage(1);
  };
  const onText = (name: keyof typeof NO_WORDS) => (text: string) =>
    text === '' ? search({ ...typed, [name]: '' }) : setTyped({ ...typed, [name]: text });
  const last = lastPage(data?.total ?? 0, PAGE_SIZE);
  if (data && !asked.isPlaceholderData && page > last) setPage(last);
  const onClosed = () => setOpen(undefined);
  return (
    <>
      <ConsoleHead title={t('adminItem.title')} count={data?.total}>
        <Segmented
          label={t('adminItem.which')}
          value={which}
          onValue={(value) => {
            setWhich(value);
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
      </ConsoleHead>
      <PagedList
        flat
        asked={{ ...asked, data: data && { list: data.items, total: data.total } }}
        size={PAGE_SIZE}
        page={page}
        onPage={setPage}
        empty={
          isFiltered ? (
            <NoMatch words={Object.values(words)} onClear={() => search(NO_WORDS)}>
              {t('adminItem.noMatchText')}
            </NoMatch>
          ) : (
            <Nothing kind={which} />
          )
        }
      >
        {(items) => <ItemTable items={items} onAct={(act, item) => setOpen({ act, item })} />}
      </PagedList>
      <p className={styles.foot}>{t('adminItem.help')}</p>
      {open?.act === 'attorn' && <AttornItem item={open.item} onClosed={onClosed} />}
      {open?.act === 'delete' && <DeleteItem item={open.item} onClosed={onClosed} />}
      {open?.act === 'recover' && <RecoverItem item={open.item} onClosed={onClosed} />}
    </>
  );
}

function Nothing({ kind }: { kind: 'living' | 'deleted' }) {
  const { t } = useText();
  return kind === 'deleted' ? (
    <EmptyState title={t('adminItem.noneDeletedTitle')}>
      {t('adminItem.noneDeletedText')}
    </EmptyState>
  ) : (
    <EmptyState title={t('adminItem.emptyTitle')}>{t('adminItem.emptyText')}</EmptyState>
  );
}
