import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useMayChange } from '../parts/use-may-change.ts';
import { SESSION_CALLS } from '../users/session-calls.ts';

type User = Pick<AdminUserRow, 'uid' | 'username'>;

/** For users who have lost their second factors; the own ones are in the user settings. */
export function RemoveSecondFactors({ user }: { user: User }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const { account } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!mayChange || account?.uid === user.uid) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('adminSecurity.remove')}
      </Button>
      {isOpen && <RemoveDialog user={user} onClosed={() => setOpen(false)} />}
    </>
  );
}

function RemoveDialog({ user, onClosed }: { user: User; onClosed: () => void }) {
  const { t } = useText();
  const { uid, username } = user;
  const remove = useFormCommand(calls.adminSecurity.removeSecondFactors, {
    refresh: [
      calls.adminSecurity.getSecondFactors,
      calls.adminSecurity.load,
      calls.adminUser.getList,
      ...SESSION_CALLS,
    ],
    onDone: () => showToast({ kind: 'done', text: t('adminSecurity.removed', { username }) }),
  });
  return (
    <ConfirmDialog
      title={t('adminSecurity.removeTitle', { username })}
      confirm={t('adminSecurity.remove')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ uid })}
      onClosed={onClosed}
    >
      {t('adminSecurity.removeText')}
    </ConfirmDialog>
  );
}
