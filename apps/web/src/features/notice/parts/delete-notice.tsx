import { calls } from '@octavo/contract';
import type { Notice } from '@octavo/contract/notice.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function DeleteNotice({ notice, onClosed }: { notice: Notice; onClosed: () => void }) {
  const { t } = useText();
  const remove = useFormCommand(calls.notice.delete, {
    refresh: [calls.notice.getList],
    onDone: () => showToast({ kind: 'done', text: t('notice.deleted') }),
  });
  return (
    <ConfirmDialog
      title={t('notice.deleteTitle')}
      confirm={t('notice.deleteAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ notice_id: notice.notice_id })}
      onClosed={onClosed}
    >
      {notice.notice_title}
    </ConfirmDialog>
  );
}
