import { formatSize } from '@octavo/texts/format-size';
import { calls } from '@octavo/contract';
import { CircleCheck } from 'lucide-react';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { downloadUrl, isActive, type ExportTask } from '../use-export-task.ts';
import styles from './export-state.module.css';

/** The progress of the export, and the link to the finished file. */
export function ExportState({ task }: { task: ExportTask }) {
  const { t } = useText();
  const stop = useCommand(calls.task.stop, { refresh: [calls.export.status] });
  const { state, done, total, file_name, file_size, task_id } = task;
  if (state === 'failed')
    return (
      <Note kind="error">
        <b>{t('exporting.failed')}</b> {task.reason}
      </Note>
    );
  if (state === 'stopped') return <Note kind="info">{t('exporting.stopped')}</Note>;
  if (isActive(task))
    return (
      <output className={styles.state}>
        <b>{t('exporting.working')}</b>
        <progress
          aria-label={t('exporting.working')}
          {...(total > 0 && { value: done, max: total })}
        />
        <span>
          {state === 'waiting' ? t('exporting.waiting') : t('exporting.running', { done, total })}
        </span>
        <Button
          size="small"
          loading={stop.isPending}
          onClick={() => stop.mutate({ task_id: task.task_id })}
        >
          {t('exporting.stop')}
        </Button>
      </output>
    );
  return (
    <output className={`${styles.state} ${styles.done}`}>
      <CircleCheck />
      <div>
        <b>{t('exporting.done')}</b>
        <span>{t('exporting.size', { name: file_name, size: formatSize(file_size) })}</span>
      </div>
      <a className={styles.link} href={downloadUrl(task_id)} download>
        {t('exporting.download')}
      </a>
    </output>
  );
}
