import { calls } from '@octavo/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { isSearchable } from '../../shared/search/is-searchable.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { Filters } from './parts/filters.tsx';
import { Result } from './parts/result.tsx';
import styles from './search.module.css';
import { useSearchAddress, type SearchAddress } from './use-search-address.ts';

const SIZE = 20;

export function SearchScreen() {
  const { t } = useText();
  const address = useSearchAddress();
  const { keyword, itemId, itemType, days, scope, author, page } = address;
  const { data, error, refetch } = useCall(
    calls.search.all,
    {
      keyword,
      page,
      count: SIZE,
      days,
      scope,
      author,
      ...(itemId > 0 && { item_id: itemId }),
      ...(itemType > 0 && { item_type: itemType }),
    },
    { enabled: isSearchable(keyword), placeholderData: keepPreviousData },
  );
  return (
    <Column>
      <PageTitle screen={keyword ? `${keyword} – ${t('search.title')}` : t('search.title')} />
      <h1 className="visually-hidden">{t('search.title')}</h1>
      <div className={styles.columns}>
        {/* The key resets the typed text when the keyword in the URL changes. */}
        <WordField key={keyword} address={address} />
        {isSearchable(keyword) && <Filters address={address} items={data?.items ?? []} />}
        <div className={styles.main}>
          {!isSearchable(keyword) ? (
            <EmptyState title={t('search.beginTitle')}>{t('search.beginText')}</EmptyState>
          ) : error ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <>
              <output className={styles.told}>
                {data.partial
                  ? t('search.moreThan', { count: data.total })
                  : t('search.found', { count: data.total })}
              </output>
              {data.total === 0 && (
                <EmptyState
                  title={t('search.nothingTitle', { keyword })}
                  actions={
                    <Button onClick={() => address.change({ keyword: '' })}>
                      {t('search.clear')}
                    </Button>
                  }
                >
                  {t('search.nothingText')}
                </EmptyState>
              )}
              <ul className={styles.list} aria-label={t('reader.results')}>
                {data.list.map((found) => (
                  <Result key={found.page_id} page={found} />
                ))}
              </ul>
              {data.total > 0 && (
                <Pager
                  total={data.total}
                  size={SIZE}
                  page={page}
                  onPage={(next) => address.change({ page: next })}
                />
              )}
            </>
          ) : (
            <Skeleton shape="rows" />
          )}
        </div>
      </div>
    </Column>
  );
}

function WordField({ address }: { address: SearchAddress }) {
  const { t } = useText();
  const [typed, setTyped] = useState(address.keyword);
  const [isShort, setShort] = useState(false);
  return (
    <search className={styles.field}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const keyword = typed.trim();
          setShort(keyword !== '' && !isSearchable(keyword));
          if (keyword === '' || isSearchable(keyword)) address.change({ keyword });
        }}
      >
        <TextInput
          type="search"
          aria-label={t('search.field')}
          placeholder={t('search.field')}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onText={setTyped}
          leading={<Search className={styles.icon} />}
        />
        <output className={styles.short}>{isShort && t('search.beginText')}</output>
      </form>
    </search>
  );
}
