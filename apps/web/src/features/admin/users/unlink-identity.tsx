import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { SESSION_CALLS } from './session-calls.ts';

interface UnlinkIdentityProps {
  kind: IdentityKind;
  user: AdminUserRow;
  /** The account has no other login method. */
  isLast: boolean;
  onClosed: () => void;
}

export function UnlinkIdentity({ kind, user, isLast, onClosed }: UnlinkIdentityProps) {
  const { t } = useText();
  const { uid, username } = user;
  const names = { kind: t(`adminUser.${kind}`), username };
  const unlink = useFormCommand(calls.adminUser.unlinkIdentity, {
    refresh: [calls.adminUser.getLoginMethods, calls.adminUser.getList, ...SESSION_CALLS],
    onDone: () => showToast({ kind: 'done', text: t('adminUser.unlinkedNow', names) }),
  });
  return (
    <ConfirmDialog
      title={t('adminUser.unlinkTitle', names)}
      confirm={t('adminUser.unlink')}
      working={unlink.working}
      done={unlink.done}
      error={unlink.otherError()}
      onConfirm={() => unlink.send({ uid, kind })}
      onClosed={onClosed}
    >
      {t(isLast ? 'adminUser.unlinkLast' : 'adminUser.unlinkText')}
    </ConfirmDialog>
  );
}
