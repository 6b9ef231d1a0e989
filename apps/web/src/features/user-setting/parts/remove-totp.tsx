import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface RemoveTotpProps {
  /** No second factor is left then. */
  isLast: boolean;
  onClosed: () => void;
}

export function RemoveTotp({ isLast, onClosed }: RemoveTotpProps) {
  const { t } = useText();
  const remove = useFormCommand(calls.secondFactor.removeTotp, {
    refresh: [calls.secondFactor.status, calls.user.proof],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.totpRemoved') }),
  });
  return (
    <ConfirmDialog
      title={t('userSetting.totpRemoveTitle')}
      confirm={t('userSetting.totpRemove')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({})}
      onClosed={onClosed}
    >
      {t(isLast ? 'userSetting.totpRemoveText' : 'userSetting.totpRemoveOther')}
    </ConfirmDialog>
  );
}
