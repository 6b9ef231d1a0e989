import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

/** Grants the administrator role, or revokes it. */
export function UserRole({ user, onClosed }: { user: AdminUserRow; onClosed: () => void }) {
  const { t } = useText();
  const { uid, username } = user;
  const isAdmin = user.groupid === ADMIN_GROUP;
  const change = useFormCommand(calls.adminUser.setAdmin, {
    refresh: [calls.adminUser.getList],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t(isAdmin ? 'adminUser.revoked' : 'adminUser.granted', { username }),
      }),
  });
  return (
    <ConfirmDialog
      kind={isAdmin ? 'danger' : 'plain'}
      title={t(isAdmin ? 'adminUser.revokeTitle' : 'adminUser.grantTitle', { username })}
      confirm={t(isAdmin ? 'adminUser.revokeAction' : 'adminUser.grantAction')}
      working={change.working}
      done={change.done}
      error={change.otherError()}
      onConfirm={() => change.send({ uid, is_admin: !isAdmin })}
      onClosed={onClosed}
    >
      {t(isAdmin ? 'adminUser.revokeText' : 'adminUser.grantText')}
    </ConfirmDialog>
  );
}
