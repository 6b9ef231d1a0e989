import { calls } from '@octavo/contract';
import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import type { ImportTask } from '../import-task.ts';
import styles from '../import.module.css';
import { ResultCard } from './result-card.tsx';

/** The result of the import, with the option to undo it. */
export function DoneCard({ task }: { task: ImportTask }) {
  const { t } = useText();
  const errorText = useErrorText();
  const [isConfirming, setConfirming] = useState(false);
  const undo = useCommand(calls.import.undo, {
    inline: true,
    refresh: [calls.import.status, calls.item.info, calls.recycle.getList],
  });
  const { task_id, item_id, counts, notes, file_name: file, end_time, is_undoable } = task;
  const { added, changed, new_catalogs: catalogs } = task;
  const total = counts.keep + counts.left + counts.add + counts.change + counts.conflict;
  return (
    <>
      <ResultCard
        icon={<Check />}
        title={t('importing.done')}
        subtitle={end_time && <Time value={end_time} />}
        itemId={item_id}
        action={
          is_undoable && (
            <Button icon={<Undo2 />} onClick={() => setConfirming(true)}>
              {t('importing.undo')}
            </Button>
          )
        }
      >
        <dl className={styles.facts}>
          <dt>{t('importing.added')}</dt>
          <dd>
            {catalogs > 0
              ? t('importing.addedText', { pages: added, catalogs })
              : t('importing.keptText', { pages: added })}
          </dd>
          <dt>{t('importing.changed')}</dt>
          <dd>
            {t(changed > 0 ? 'importing.changedText' : 'importing.keptText', { pages: changed })}
          </dd>
          <dt>{t('importing.kept')}</dt>
          <dd>{t('importing.keptText', { pages: total - added - changed })}</dd>
        </dl>
        {notes.length > 0 && (
          <details>
            <summary>{t('importing.notesText', { count: notes.length })}</summary>
            <ul className={styles.lines}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
        {task.error !== '' && (
          <Note kind="error">
            <b>{t('importing.undoFailed')}</b> {task.error}
          </Note>
        )}
        {is_undoable && (
          <Note kind="info" icon={<Undo2 />}>
            {t('importing.undoHelp')}
          </Note>
        )}
      </ResultCard>
      {isConfirming && (
        <ConfirmDialog
          title={t('importing.undoTitle', { file })}
          confirm={t('importing.undo')}
          working={undo.isPending}
          done={undo.isSuccess}
          error={undo.error ? errorText(undo.error) : undefined}
          onConfirm={() => undo.mutate({ task_id })}
          onClosed={() => setConfirming(false)}
        >
          {t('importing.undoText')}
        </ConfirmDialog>
      )}
    </>
  );
}
