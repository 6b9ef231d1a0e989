import type { PageInfo, PageVersion } from '@octavo/contract/page.entities';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { PageComparison } from '../../shared/compare/page-comparison.tsx';
import { useChangeNavigation } from '../../shared/compare/use-change-navigation.ts';
import { useMedia } from '../../shared/hooks/media.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import styles from './diff.module.css';
import { DiffBar } from './parts/diff-bar.tsx';
import { DiffHeaders } from './parts/diff-headers.tsx';

interface ComparisonProps {
  page: PageInfo;
  version: PageVersion;
}

export function Comparison({ page, version }: ComparisonProps) {
  const { t } = useText();
  const isNarrow = useMedia('(max-width: 999px)');
  const changes = useChangeNavigation();
  return (
    <div className={styles.frame}>
      <DiffBar page={page} changes={changes} />
      <main id={MAIN_ID} tabIndex={-1} className={styles.body}>
        <DiffHeaders page={page} version={version} />
        {changes.compared?.count === 0 && page.page_type !== SHEET_PAGE && (
          <div className={styles.same}>
            <Note kind="info">{t('diff.same')}</Note>
          </div>
        )}
        <PageComparison
          isSheet={page.page_type === SHEET_PAGE}
          current={page.page_content}
          former={version.page_content ?? ''}
          isNarrow={isNarrow}
          onlyChanges={changes.onlyChanges}
          onCompared={changes.setCompared}
          labels={{ current: t('diff.currentText'), former: t('diff.versionText') }}
          fallback={<Skeleton inset shape="page" />}
        />
      </main>
    </div>
  );
}
