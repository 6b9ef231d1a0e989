import { calls } from '@octavo/contract';
import { Undo2 } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { ImportTask } from '../import-task.ts';
import styles from '../import.module.css';
import { EndCard } from './end-card.tsx';

const MOST_NAMED = 200;

/** The result of an undo, with the pages that were skipped because they had been edited after the import. */
export function UndoneCard({ task }: { task: ImportTask }) {
  const { t } = useText();
  const { task_id, item_id, recycled, restored, skipped } = task;
  const { data: left } = useCall(
    calls.import.status,
    { task_id, is_skipped: true, count: MOST_NAMED },
    { enabled: skipped > 0 },
  );
  return (
    <EndCard
      icon={<Undo2 />}
      title={t('importing.undone')}
      told={t('importing.undoneText', { recycled, restored })}
      itemId={item_id}
    >
      {left && skipped > 0 && (
        <section aria-label={t('importing.skipped')}>
          <h3>{t('importing.skipped')}</h3>
          <ul className={styles.lines}>
            {left.list.map(({ at, page_title }) => (
              <li key={at}>{page_title}</li>
            ))}
          </ul>
        </section>
      )}
    </EndCard>
  );
}
