import { calls } from '@octavo/contract';
import { Download, MailPlus } from 'lucide-react';
import { useFormCommand } from '../../../../shared/api/use-form-command.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { Note } from '../../../../shared/ui/note.tsx';
import { showToast } from '../../../../shared/ui/toast-store.ts';
import type { UserImport } from './user-import.ts';
import styles from './import.module.css';

/** What an import has written and left out; people who cannot log in yet can be invited. */
export function ImportReport({ task, onClose }: { task: UserImport; onClose: () => void }) {
  const { t } = useText();
  const { task_id, counts, uninvited, has_mail: hasMail } = task;
  const invite = useFormCommand(calls.adminUserImport.invite, {
    refresh: [calls.adminUserImport.status, calls.adminUser.getInvitations],
    onDone: ({ invited }) =>
      showToast({ kind: 'done', text: t('adminInvite.sent', { count: invited }) }),
  });
  const error = invite.otherError();
  return (
    <>
      <div className={dialog.fields}>
        <Note kind="info">
          <b>{t('adminUserImport.done')}</b>
          <ul className={styles.report}>
            {counts.new > 0 && <li>{t('adminUserImport.created', { count: counts.new })}</li>}
            {counts.update > 0 && <li>{t('adminUserImport.updated', { count: counts.update })}</li>}
            {counts.new + counts.update === 0 && <li>{t('adminUserImport.nothingChanged')}</li>}
            {counts.same > 0 && <li>{t('adminUserImport.unchanged', { count: counts.same })}</li>}
          </ul>
        </Note>
        {counts.out > 0 && (
          <div className={styles.offer}>
            <p>{t('adminUserImport.leftOut', { count: counts.out })}</p>
            <Button
              icon={<Download />}
              onClick={() =>
                location.assign(`${calls.adminUserImport.leftOut.path}?task_id=${task_id}`)
              }
            >
              {t('adminUserImport.download')}
            </Button>
          </div>
        )}
        {uninvited > 0 && (
          <div className={styles.offer}>
            <p>
              {t(hasMail ? 'adminUserImport.uninvited' : 'adminUserImport.noMail', {
                count: uninvited,
              })}
            </p>
            {hasMail && (
              <Button
                icon={<MailPlus />}
                loading={invite.working}
                onClick={() => invite.send({ task_id })}
              >
                {t('adminUserImport.invite', { count: uninvited })}
              </Button>
            )}
          </div>
        )}
        {error && <Note kind="error">{error}</Note>}
      </div>
      <div className={dialog.footer}>
        <Button variant="primary" onClick={onClose}>
          {t('adminUserImport.close')}
        </Button>
      </div>
    </>
  );
}
