import { calls } from '@octavo/contract';
import { isSearchable } from '@octavo/contract/keyword';
import { SEARCH_PAGE_SIZE } from '@octavo/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { Filters } from './parts/filters.tsx';
import { SearchResultRow } from './parts/search-result-row.tsx';
import styles from './search.module.css';
import { useSearchQuery, type SearchQuery } from './use-search-query.ts';

export function SearchScreen() {
  const { t } = useText();
  const query = useSearchQuery();
  const { keyword, itemId, itemType, days, scope, author, page } = query;
  const { data, error, refetch } = useCall(
    calls.search.all,
    {
      keyword,
      page,
      count: SEARCH_PAGE_SIZE,
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
        <KeywordField key={keyword} query={query} />
        {isSearchable(keyword) && <Filters query={query} items={data?.items ?? []} />}
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
                    <Button onClick={() => query.change({ keyword: '' })}>
                      {t('search.clear')}
                    </Button>
                  }
                >
                  {t('search.nothingText')}
                </EmptyState>
              )}
              <ul className={styles.list} aria-label={t('reader.results')}>
                {data.list.map((hit) => (
                  <SearchResultRow key={hit.page_id} page={hit} />
                ))}
              </ul>
              {data.total > 0 && (
                <Pager
                  total={data.total}
                  size={SEARCH_PAGE_SIZE}
                  page={page}
                  onPage={(next) => query.change({ page: next })}
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

function KeywordField({ query }: { query: SearchQuery }) {
  const { t } = useText();
  const [typed, setTyped] = useState(query.keyword);
  const [isTooShort, setTooShort] = useState(false);
  return (
    <search className={styles.field}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const keyword = typed.trim();
          setTooShort(keyword !== '' && !isSearchable(keyword));
          if (keyword === '' || isSearchable(keyword)) query.change({ keyword });
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
        <output className={styles.short}>{isTooShort && t('search.beginText')}</output>
      </form>
    </search>
  );
}
