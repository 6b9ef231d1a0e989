import type { SharedPage } from '@octavo/contract/reader';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import type { LoadedSheetProps } from '../../shared/sheet/loaded-sheet.tsx';
import '../../shared/sheet/sheet.css';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { CONTENT_ID } from './content.tsx';
import styles from './sheet-area.module.css';

interface SheetAreaProps {
  page: SharedPage;
  /** The key of a shared page, which replaces its id in requests. */
  uniqueKey?: string | undefined;
  /** The item is this table, so the table fills the window. */
  isWhole: boolean;
  /** Content above the table. */
  head?: ReactNode;
  aside?: ReactNode;
}

/** A table: first its server-rendered beginning, then the whole table with find and filter. */
export function SheetArea({ page, uniqueKey, isWhole, head, aside }: SheetAreaProps) {
  const [Loaded, setLoaded] = useState<ComponentType<LoadedSheetProps>>();
  useEffect(() => {
    let current = true;
    void import('../../shared/sheet/loaded-sheet.tsx').then(
      ({ LoadedSheet }) => current && setLoaded(() => LoadedSheet),
    );
    return () => {
      current = false;
    };
  }, []);
  const inner = useMemo(() => ({ __html: page.html ?? '' }), [page.html]);
  const first = (
    // The server has escaped all texts in it.
    // oxlint-disable-next-line react/no-danger
    <article id={CONTENT_ID} className={styles.first} dangerouslySetInnerHTML={inner} />
  );
  return (
    <main id={MAIN_ID} tabIndex={-1} className={styles.area}>
      <div className={styles.head}>{head}</div>
      {Loaded ? (
        <Loaded
          page_id={page.page_id}
          version={page.version}
          uniqueKey={uniqueKey}
          isWhole={isWhole}
          aside={aside}
        >
          {first}
        </Loaded>
      ) : (
        first
      )}
    </main>
  );
}
