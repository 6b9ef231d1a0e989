import { calls } from '@octavo/contract';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageUrl } from '../../../shared/items/item-url.ts';
import { createPageLock, useLock } from '../../../shared/lock/page-lock.ts';
import { readCalculatedWorkbook } from '../../../shared/sheet/calculated-workbook.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../../shared/ui/skip-link.tsx';
import type { EditorSession } from '../editor-session.ts';
import { Rendered } from '../preview/rendered.tsx';
import { createRenderer } from '../preview/renderer.ts';
import { LockBanner } from './lock-banner.tsx';
import styles from './locked-page.module.css';

/** The refetch interval in milliseconds for saves by the other user. */
const REFETCH_INTERVAL_MS = 20_000;

const SheetView = lazy(async () => ({
  default: (await import('../../../shared/sheet/sheet-view.tsx')).SheetView,
}));

interface LockedPageProps {
  session: EditorSession;
  /** Called when this editor has obtained the lock and must reload the page. */
  onLockObtained: () => void;
}

/** A read-only view while another user edits the page, until the lock is released or handed over. */
export function LockedPage({ session, onLockObtained }: LockedPageProps) {
  const { t } = useText();
  const { page_id, page_type, fields } = session;
  const [lock] = useState(() => createPageLock({ page_id, state: session.lock }));
  useEffect(() => lock.start(), [lock]);
  const { kind } = useLock(lock);
  useEffect(() => {
    if (kind === 'held') onLockObtained();
  }, [kind, onLockObtained]);
  const { data: page } = useQuery({
    queryKey: [calls.page.info.path, page_id],
    queryFn: () => call(calls.page.info, { page_id }, { silent: true }),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const title = page?.page_title ?? fields.title;
  const content = page?.page_content ?? fields.content;
  return (
    <div className={styles.frame}>
      <PageTitle screen={title} />
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <ButtonLink to={pageUrl(session, page_id)} icon={<ArrowLeft />}>
          {t('sheetEditor.goBack')}
        </ButtonLink>
      </header>
      <LockBanner lock={lock} />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Suspense fallback={<Skeleton shape="page" />}>
          {page_type === SHEET_PAGE ? (
            <ReadOnlySheet content={content} />
          ) : (
            <ReadOnlyText content={content} />
          )}
        </Suspense>
      </main>
    </div>
  );
}

function ReadOnlySheet({ content }: { content: string }) {
  const [workbook, setWorkbook] = useState<Workbook>();
  useEffect(() => {
    let isCurrent = true;
    // If the calculation fails, show the stored results.
    void readCalculatedWorkbook(content)
      .catch(() => readWorkbook(content))
      .then((read) => isCurrent && setWorkbook(read));
    return () => {
      isCurrent = false;
    };
  }, [content]);
  return workbook ? <SheetView workbook={workbook} isWhole /> : <Skeleton shape="page" />;
}

function ReadOnlyText({ content }: { content: string }) {
  const [html, setHtml] = useState('');
  useEffect(() => {
    const renderer = createRenderer(setHtml);
    renderer.render(content);
    return renderer.close;
  }, [content]);
  return (
    <div className={styles.text}>
      <Rendered html={html} />
    </div>
  );
}
