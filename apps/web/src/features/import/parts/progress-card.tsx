import { calls } from '@octavo/contract';
import { FileCode } from 'lucide-react';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import type { ImportTask } from '../import-task.ts';
import styles from '../import.module.css';

const STEPS = {
  plan: 'importing.reading',
  apply: 'importing.writing',
  undo: 'importing.undoing',
} as const;

/** The progress of the import; indeterminate until the total is known. */
export function ProgressCard({ task }: { task: ImportTask }) {
  const { t } = useText();
  const { task_id, step, done, total } = task;
  const stop = useCommand(calls.task.stop, { refresh: [calls.import.status] });
  const title = t(STEPS[step]);
  return (
    <div className={styles.narrow}>
      <Card>
        <div className={styles.body} aria-live="polite">
          <div className={styles.told}>
            <Tile>
              <FileCode />
            </Tile>
            <div>
              <h2>{title}</h2>
              {total > 0 && <p>{t('importing.progress', { done, total })}</p>}
            </div>
          </div>
          <progress
            className={styles.bar}
            aria-label={title}
            {...(total > 0 && { value: done, max: total })}
          />
          <p className={styles.help}>{t('importing.leave')}</p>
          <div className={styles.answers}>
            <Button loading={stop.isPending} onClick={() => stop.mutate({ task_id })}>
              {t(step === 'undo' ? 'importing.stopUndo' : 'importing.stop')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}
