import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './pager.module.css';

interface PagerProps {
  total: number;
  size: number;
  page: number;
  onPage: (page: number) => void;
}

/** The first, the last and the pages around the current one; 0 is a gap of two or more pages. */
function visiblePages(page: number, last: number): number[] {
  const candidates = [1, page - 1, page, page + 1, last];
  const pages = [...new Set(candidates)].filter((at) => at >= 1 && at <= last);
  return pages.flatMap((at, index) => {
    const before = pages[index - 1] ?? at - 1;
    if (at - before === 2) return [at - 1, at];
    return at - before > 2 ? [0, at] : [at];
  });
}

/** Pagination of a list. */
export function Pager({ total, size, page, onPage }: PagerProps) {
  const { t } = useText();
  const last = Math.max(1, Math.ceil(total / size));
  const from = (page - 1) * size + 1;
  return (
    <nav className={styles.pager} aria-label={t('shell.pages')}>
      <span>{t('shell.range', { from, to: Math.min(total, page * size), total })}</span>
      {last > 1 && (
        <span className={styles.way}>
          <IconButton
            label={t('shell.previousPage')}
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
          >
            <ChevronLeft />
          </IconButton>
          <span className={styles.short}>
            {page} / {last}
          </span>
          {visiblePages(page, last).map((at, index) =>
            at === 0 ? (
              <span key={`gap ${index}`} className={styles.gap}>
                …
              </span>
            ) : (
              <button
                key={at}
                type="button"
                className={styles.page}
                aria-current={at === page ? 'page' : undefined}
                onClick={() => onPage(at)}
              >
                {at}
              </button>
            ),
          )}
          <IconButton
            label={t('shell.nextPage')}
            disabled={page === last}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRight />
          </IconButton>
        </span>
      )}
    </nav>
  );
}
