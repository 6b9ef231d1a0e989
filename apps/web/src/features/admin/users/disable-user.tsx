import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { SESSION_CALLS } from './session-calls.ts';

/** Disables a user, or enables a disabled one. */
export function DisableUser({ user, onClosed }: { user: AdminUserRow; onClosed: () => void }) {
  const { t } = useText();
  const { uid, username } = user;
  const isDisabled = user.is_disabled === 1;
  const change = useFormCommand(calls.adminUser.disableUser, {
    refresh: [calls.adminUser.getList, calls.adminUser.getUser, ...SESSION_CALLS],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t(isDisabled ? 'adminUser.enabledNow' : 'adminUser.disabledNow', { username }),
      }),
  });
  return (
    <ConfirmDialog
      kind={isDisabled ? 'plain' : 'danger'}
      title={t(isDisabled ? 'adminUser.enableTitle' : 'adminUser.disableTitle', { username })}
      confirm={t(isDisabled ? 'adminUser.enableAction' : 'adminUser.disableAction')}
      working={change.working}
      done={change.done}
      error={change.otherError()}
      onConfirm={() => change.send({ uid, is_disabled: !isDisabled })}
      onClosed={onClosed}
    >
      {t(isDisabled ? 'adminUser.enableText' : 'adminUser.disableText')}
    </ConfirmDialog>
  );
}
