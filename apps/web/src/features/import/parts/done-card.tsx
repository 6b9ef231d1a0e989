import { calls } from '@octavo/contract';
import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { itemAddress } from '../../../shared/items/item-address.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import type { ImportTask } from '../import-task.ts';
import styles from '../import.module.css';

/** What was done, and the way back. */
export function DoneCard({ task }: { task: ImportTask }) {
  const { t } = useText();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const undo = useCommand(calls.import.undo, {
    inline: true,
    refresh: [calls.import.status, calls.item.info, calls.recycle.getList],
  });
  const { task_id, item_id, counts, notes, file_name: file } = task;
  const kept = counts.keep + counts.left + counts.add + counts.change + counts.conflict;
  return (
    <div className={styles.narrow}>
      <Card>
        <div className={styles.body}>
          <div className={styles.told} aria-live="polite">
            <Tile>
              <Check />
            </Tile>
            <div>
              <h2>{t('importing.done')}</h2>
              {task.end_time && (
                <p>
                  <Time value={task.end_time} />
                </p>
              )}
            </div>
          </div>
          <dl className={styles.facts}>
            <dt>{t('importing.added')}</dt>
            <dd>{t('importing.addedText', { pages: task.added, catalogs: task.new_catalogs })}</dd>
            <dt>{t('importing.changed')}</dt>
            <dd>{t('importing.changedText', { pages: task.changed })}</dd>
            <dt>{t('importing.kept')}</dt>
            <dd>{t('importing.keptText', { pages: kept - task.added - task.changed })}</dd>
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
          <Note kind="info" icon={<Undo2 />}>
            {t('importing.undoHelp')}
          </Note>
          <div className={styles.answers}>
            <Button icon={<Undo2 />} onClick={() => setAsking(true)}>
              {t('importing.undo')}
            </Button>
            <ButtonLink
              to={itemAddress({ item_id, item_domain: '' })}
              reloadDocument
              variant="primary"
            >
              {t('importing.openItem')}
            </ButtonLink>
          </div>
        </div>
      </Card>
      {isAsking && (
        <ConfirmDialog
          title={t('importing.undoTitle', { file })}
          confirm={t('importing.undo')}
          working={undo.isPending}
          done={undo.isSuccess}
          error={undo.error ? errorText(undo.error) : undefined}
          onConfirm={() => undo.mutate({ task_id })}
          onClosed={() => setAsking(false)}
        >
          {t('importing.undoText')}
        </ConfirmDialog>
      )}
    </div>
  );
}
