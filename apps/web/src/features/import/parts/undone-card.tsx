import { calls } from '@octavo/contract';
import { Undo2 } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { ImportTask } from '../import-task.ts';
import styles from '../import.module.css';
import { ResultCard } from './result-card.tsx';

const MAX_NAMED_PAGES = 200;

/** The result of an undo, with the pages that were skipped because they had been edited after the import. */
export function UndoneCard({ task }: { task: ImportTask }) {
  const { t } = useText();
  const { task_id, item_id, recycled, restored, skipped } = task;
  const { data: skippedPages } = useCall(
    calls.import.status,
    { task_id, is_skipped: true, count: MAX_NAMED_PAGES },
    { enabled: skipped > 0 },
  );
  return (
    <ResultCard
      icon={<Undo2 />}
      title={t('importing.undone')}
      subtitle={t('importing.undoneText', { recycled, restored })}
      itemId={item_id}
    >
      {skippedPages && skipped > 0 && (
        <section aria-label={t('importing.skipped')}>
          <h3>{t('importing.skipped')}</h3>
          <ul className={styles.lines}>
            {skippedPages.list.map(({ at, page_title }) => (
              <li key={at}>{page_title}</li>
            ))}
          </ul>
        </section>
      )}
    </ResultCard>
  );
}
