import { calls } from '@octavo/contract';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { SEARCH_PAGE_SIZE } from '@octavo/contract/limits';
import type { ReaderPage } from '@octavo/contract/reader';
import { useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../shared/i18n/texts.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { toExcerpt } from '../../shared/search/excerpt.ts';
import { HitHighlights } from '../../shared/search/hit-highlights.tsx';
import { Method } from '../../shared/ui/method.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { pageHref } from '../model/urls.ts';
import { findMenuPage } from '../model/menu.ts';
import { PageHighlights } from './page-highlights.tsx';
import styles from './search-panel.module.css';
import { useUncachedCall } from '../../shared/api/use-uncached-call.ts';

export interface SearchPanelProps {
  readonly item: ItemInfo;
  readonly keyword: string;
  readonly page: ReaderPage | null;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

/** The search results, shown instead of the tree; Esc returns to the tree. */
export function SearchPanel({ item, keyword, page, field, onClose }: SearchPanelProps) {
  function back() {
    onClose();
    field.current?.focus();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        back();
      }}
    >
      <ResultPage item={item} keyword={keyword} number={1} shownId={page?.page_id} onBack={back} />
      {createPortal(
        <PageHighlights key={`${page?.page_id} ${keyword}`} keyword={keyword} />,
        document.body,
      )}
    </div>
  );
}

interface ResultPageProps {
  item: ItemInfo;
  keyword: string;
  /** The first page is 1. */
  number: number;
  shownId: number | undefined;
  onBack: () => void;
}

/** One page of the results and, on request, the pages after it. */
function ResultPage({ item, keyword, number, shownId, onBack }: ResultPageProps) {
  const { t } = useText();
  const [expandedKeyword, setExpandedKeyword] = useState('');
  const answer = useUncachedCall(calls.item.search, {
    item_id: item.item_id,
    keyword,
    page: number,
    count: SEARCH_PAGE_SIZE,
  });
  if (answer.state === 'waiting') return <Skeleton shape="rows" />;
  if (answer.state === 'failed') return <LoadError error={answer.error} onRetry={answer.retry} />;
  const { pages: hits, total } = answer.data;
  if (total === 0)
    return (
      <EmptyState
        title={t('reader.noHitTitle', { keyword })}
        actions={<Button onClick={onBack}>{t('reader.clearSearch')}</Button>}
      >
        {t('reader.noHitText')}
      </EmptyState>
    );
  return (
    <>
      {number === 1 && (
        <div className={styles.head}>
          <output>{t('reader.pages', { count: total })}</output>
          <button type="button" className={styles.back} onClick={onBack}>
            <kbd className="key">Esc</kbd> {t('reader.toTree')}
          </button>
        </div>
      )}
      <ul className={styles.list} aria-label={t('reader.results')}>
        {hits.map((hit, index) => {
          const method = findMenuPage(item.menu, hit.page_id)?.method;
          return (
            <li key={hit.page_id}>
              <a
                ref={number > 1 && index === 0 ? focusElement : undefined}
                className={styles.hit}
                href={pageHref(item, hit.page_id)}
                aria-current={hit.page_id === shownId ? 'page' : undefined}
              >
                <span className={styles.title}>
                  {method && <Method inTree name={method} />}
                  <span>{hit.page_title}</span>
                </span>
                <span className={styles.excerpt}>
                  <HitHighlights {...toExcerpt(hit, CONTEXT_LENGTH)} />
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      {number * SEARCH_PAGE_SIZE < total &&
        (expandedKeyword === keyword ? (
          <ResultPage
            key={keyword}
            item={item}
            keyword={keyword}
            number={number + 1}
            shownId={shownId}
            onBack={onBack}
          />
        ) : (
          <Button block variant="quiet" onClick={() => setExpandedKeyword(keyword)}>
            {t('reader.moreResults')}
          </Button>
        ))}
    </>
  );
}

/** The button that loaded these results is gone, so the focus goes to the first of them. */
const focusElement = (element: HTMLElement | null) => element?.focus();

/** Two short lines have room for a few words before the hit. */
const CONTEXT_LENGTH = 24;
