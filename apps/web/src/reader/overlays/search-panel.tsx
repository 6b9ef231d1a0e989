import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { ItemInfo } from '@octavo/contract/item.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import type { RefObject } from 'react';
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

type Hit = CallResponse<typeof calls.item.search>['pages'][number];

/** The search results, shown instead of the tree; Esc returns to the tree. */
export function SearchPanel({ item, keyword, page, field, onClose }: SearchPanelProps) {
  const answer = useUncachedCall(calls.item.search, { item_id: item.item_id, keyword });
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
      {answer.state === 'waiting' && <Skeleton shape="rows" />}
      {answer.state === 'failed' && <LoadError error={answer.error} onRetry={answer.retry} />}
      {answer.state === 'here' && (
        <Results
          item={item}
          hits={answer.data.pages}
          shownId={page?.page_id}
          keyword={keyword}
          onBack={back}
        />
      )}
      {createPortal(
        <PageHighlights key={`${page?.page_id} ${keyword}`} keyword={keyword} />,
        document.body,
      )}
    </div>
  );
}

interface ResultsProps {
  item: ItemInfo;
  hits: readonly Hit[];
  shownId: number | undefined;
  keyword: string;
  onBack: () => void;
}

function Results({ item, hits, shownId, keyword, onBack }: ResultsProps) {
  const { t } = useText();
  if (hits.length === 0)
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
      <div className={styles.head}>
        <output>{t('reader.pages', { count: hits.length })}</output>
        <button type="button" className={styles.back} onClick={onBack}>
          <kbd className="key">Esc</kbd> {t('reader.toTree')}
        </button>
      </div>
      <ul className={styles.list} aria-label={t('reader.results')}>
        {hits.map((hit) => {
          const method = findMenuPage(item.menu, hit.page_id)?.method;
          return (
            <li key={hit.page_id}>
              <a
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
    </>
  );
}

/** Two short lines have room for a few words before the hit. */
const CONTEXT_LENGTH = 24;
