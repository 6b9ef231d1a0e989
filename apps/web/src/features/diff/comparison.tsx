import type { PageInfo, PageVersion } from '@octavo/contract/page.entities';
import { lazy, Suspense, useState } from 'react';
import type { Compared } from '../../shared/compare/compare.ts';
import { useMedia } from '../../shared/hooks/media.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import styles from './diff.module.css';
import { DiffBar } from './parts/diff-bar.tsx';
import { DiffHeads } from './parts/diff-heads.tsx';

/** The editor comes apart: heads and words are there before it. */
const CompareView = lazy(async () => ({
  default: (await import('../../shared/compare/compare-view.tsx')).CompareView,
}));

const CellChanges = lazy(async () => ({
  default: (await import('../../shared/sheet/cell-changes.tsx')).CellChanges,
}));

const SHEET = 1;

interface ComparisonProps {
  page: PageInfo;
  version: PageVersion;
}

export function Comparison({ page, version }: ComparisonProps) {
  const { t } = useText();
  const isNarrow = useMedia('(max-width: 999px)');
  const [onlyChanges, setOnlyChanges] = useState(true);
  const [compared, setCompared] = useState<Compared>();
  const [at, setAt] = useState(0);
  const count = compared?.count ?? 0;

  const onChange = (next: number) => {
    const wrapped = (next + count) % count;
    setAt(wrapped);
    compared?.show(wrapped);
  };

  return (
    <div className={styles.frame}>
      <DiffBar
        page={page}
        compared={compared}
        at={at}
        onlyChanges={onlyChanges}
        onChange={onChange}
        onOnlyChanges={setOnlyChanges}
      />
      <main id={MAIN_ID} tabIndex={-1} className={styles.body}>
        <DiffHeads page={page} version={version} />
        {compared && count === 0 && (
          <div className={styles.same}>
            <Note kind="info">{t('diff.same')}</Note>
          </div>
        )}
        <Suspense fallback={<Skeleton shape="page" />}>
          {page.page_type === SHEET ? (
            <CellChanges
              current={page.page_content}
              former={version.page_content ?? ''}
              words={{ current: t('diff.current'), former: t('diff.versionText') }}
            />
          ) : (
            <CompareView
              current={page.page_content}
              former={version.page_content ?? ''}
              isNarrow={isNarrow}
              onlyChanges={onlyChanges}
              onCompared={setCompared}
              words={{ current: t('diff.currentText'), former: t('diff.versionText') }}
            />
          )}
        </Suspense>
      </main>
    </div>
  );
}
