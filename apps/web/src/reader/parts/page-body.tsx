import type { SharedPage } from '@octavo/contract/reader';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useScrollSpy } from '../model/use-scroll-spy.ts';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { Content } from './content.tsx';
import styles from './page-body.module.css';
import { PageHead } from './page-head.tsx';
import { Toc, TocBlock, toTocEntries, ToTop } from './toc.tsx';

interface PageBodyProps {
  page: SharedPage;
  /** The share key that the page was opened with. */
  uniqueKey?: string | undefined;
  /** Notices about the page, below its title. */
  notes?: ReactNode;
  /** After the content. */
  children?: ReactNode;
}

/** Title, content and table of contents. */
export function PageBody({ page, uniqueKey, notes, children }: PageBodyProps) {
  const entries = useMemo(() => toTocEntries(page.outline), [page.outline]);
  const { current, hasScrolled } = useScrollSpy(entries);
  return (
    <div className={styles.layout}>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <PageHead page={page} uniqueKey={uniqueKey} />
        {notes}
        {entries.length > 0 && <TocBlock entries={entries} />}
        <Content html={page.html ?? ''} />
        {children}
      </main>
      <aside className={styles.aside}>
        {entries.length > 0 && <Toc entries={entries} current={current} />}
        <ToTop isShown={hasScrolled} />
      </aside>
    </div>
  );
}

/** The same layout without a page, for a message or a skeleton. */
export function BareBody({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
