import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function DeleteAnnouncement(props: {
  notice_id: number;
  title: string;
  onClosed: () => void;
}) {
  const { t } = useText();
  const remove = useFormCommand(calls.adminNotice.delete, {
    refresh: [calls.adminNotice.getList],
    onDone: () => showToast({ kind: 'done', text: t('admin.takenBack') }),
  });
  return (
    <ConfirmDialog
      title={t('admin.takeBackTitle', { notice: props.title })}
      confirm={t('admin.takeBackAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ notice_id: props.notice_id })}
      onClosed={props.onClosed}
    >
      {t('admin.takeBackText')}
    </ConfirmDialog>
  );
}
