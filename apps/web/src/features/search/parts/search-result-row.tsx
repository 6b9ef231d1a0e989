import { paths } from '@octavo/contract/paths';
import type { SearchResult } from '@octavo/contract/search.contract';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { ChevronRight, FileText, Table2 } from 'lucide-react';
import { Time } from '../../../shared/i18n/time.tsx';
import { Method } from '../../../shared/ui/method.tsx';
import styles from '../search.module.css';
import { HitHighlights } from '../../../shared/search/hit-highlights.tsx';

export function SearchResultRow({ page }: { page: SearchResult }) {
  return (
    <li className={styles.result}>
      <span className={styles.way}>
        {page.item_name}
        {page.place && (
          <>
            <ChevronRight aria-hidden="true" />
            {page.place}
          </>
        )}
        <span aria-hidden="true">·</span>
        <Time value={page.addtime} />
      </span>
      <a
        className={styles.title}
        href={paths.itemPage.href({ item: page.item_id, page_id: page.page_id })}
      >
        {page.method ? (
          <Method name={page.method} />
        ) : page.page_type === SHEET_PAGE ? (
          <Table2 aria-hidden="true" />
        ) : (
          <FileText aria-hidden="true" />
        )}
        <span>
          <HitHighlights text={page.page_title} hits={page.title_hits} />
        </span>
      </a>
      <p className={styles.excerpt}>
        <HitHighlights text={page.search_content} hits={page.hits} />
      </p>
    </li>
  );
}
