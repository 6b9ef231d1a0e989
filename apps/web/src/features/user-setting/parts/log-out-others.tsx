import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function LogOutOthers({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const revoke = useFormCommand(calls.user.revokeOtherDevices, {
    refresh: [calls.user.devices],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.loggedOutOthers') }),
  });
  return (
    <ConfirmDialog
      title={t('userSetting.logOutOthersTitle')}
      confirm={t('userSetting.logOutOthers')}
      working={revoke.working}
      done={revoke.done}
      error={revoke.otherError()}
      onConfirm={() => revoke.send({})}
      onClosed={onClosed}
    >
      {t('userSetting.logOutOthersText')}
    </ConfirmDialog>
  );
}
