import { calls } from '@octavo/contract';
import type { Device } from '@octavo/contract/entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface LogOutDeviceProps {
  device: Device;
  name: string;
  onClosed: () => void;
}

export function LogOutDevice({ device, name, onClosed }: LogOutDeviceProps) {
  const { t } = useText();
  const revoke = useFormCommand(calls.user.revokeDevice, {
    refresh: [calls.user.devices],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.loggedOut', { device: name }) }),
  });
  return (
    <ConfirmDialog
      title={t('userSetting.logOutTitle', { device: name })}
      confirm={t('userSetting.logOut')}
      working={revoke.working}
      done={revoke.done}
      error={revoke.otherError()}
      onConfirm={() => revoke.send({ device_id: device.device_id })}
      onClosed={onClosed}
    >
      {device.kind === 'token' ? t('userSetting.logOutTokenText') : t('userSetting.logOutText')}
    </ConfirmDialog>
  );
}
