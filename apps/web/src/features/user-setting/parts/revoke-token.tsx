import { calls } from '@octavo/contract';
import type { AccessToken } from '@octavo/contract/access-token.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface RevokeTokenProps {
  token: AccessToken;
  onClosed: () => void;
}

export function RevokeToken({ token: { id, name }, onClosed }: RevokeTokenProps) {
  const { t } = useText();
  const revoke = useFormCommand(calls.accessToken.revoke, {
    refresh: [calls.accessToken.getList],
    onDone: () => showToast({ kind: 'done', text: t('accessToken.revoked') }),
  });
  return (
    <ConfirmDialog
      title={t('accessToken.revokeTitle', { name })}
      confirm={t('accessToken.revokeAction')}
      working={revoke.working}
      done={revoke.done}
      error={revoke.otherError()}
      onConfirm={() => revoke.send({ id })}
      onClosed={onClosed}
    >
      {t('accessToken.revokeText')}
    </ConfirmDialog>
  );
}
