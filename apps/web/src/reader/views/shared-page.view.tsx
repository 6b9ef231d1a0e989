import type { SharedPage } from '@octavo/contract/reader';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { Mark } from '../../shared/ui/brand.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { useKeyboardShortcuts } from '../model/use-keyboard-shortcuts.ts';
import { LanguageButton, ThemeButton } from '../parts/choices.tsx';
import { LeaveFullScreen } from '../parts/leave-full-screen.tsx';
import { PageBody } from '../parts/page-body.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SheetArea } from '../parts/sheet-area.tsx';
import styles from './shared-page.view.module.css';

/** The share key in the URL: `/p/{key}`, or a query parameter of `/page/{id}`. */
function sharedKey(): string | undefined {
  if (import.meta.env.SSR) return undefined;
  const [, first, second] = location.pathname.split('/');
  if (first === 'p') return second;
  return new URLSearchParams(location.search).get('unique_key') ?? undefined;
}

/** A page with its own URL, without the menu of its item. */
export function SharedPageView({ page, isLogin }: { page: SharedPage; isLogin: boolean }) {
  const { t } = useText();
  const [isFull, setFull] = useState(false);
  const uniqueKey = sharedKey();
  useKeyboardShortcuts({ Escape: isFull ? () => setFull(false) : undefined });
  return (
    <div className={styles.app}>
      {isFull ? (
        <LeaveFullScreen onLeave={() => setFull(false)} />
      ) : (
        <header className={styles.bar}>
          <b className={styles.title}>{page.page_title}</b>
          <LanguageButton isLogin={isLogin} />
          <ThemeButton />
          <span className={styles.desk}>
            <IconButton label={t('reader.fullScreen')} onClick={() => setFull(true)}>
              <Maximize2 />
            </IconButton>
          </span>
        </header>
      )}
      {page.page_type === SHEET_PAGE ? (
        <SheetArea
          page={page}
          uniqueKey={uniqueKey}
          isWhole={false}
          head={<PageHead page={page} uniqueKey={uniqueKey} />}
        />
      ) : (
        <PageBody page={page} uniqueKey={uniqueKey} />
      )}
      {!isFull && (
        <footer className={styles.foot}>
          <Mark />
          {t('reader.madeWith')}
        </footer>
      )}
    </div>
  );
}
