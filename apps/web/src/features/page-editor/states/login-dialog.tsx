import type { Account } from '@octavo/contract/entities';
import { useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { RenewLogin } from '../../../shared/session/renew-login.tsx';
import type { EditorModel } from '../editor-model.ts';
import { RescueButtons } from './save-banner.tsx';

interface LoginDialogProps {
  autosave: Autosave;
  model: Pick<EditorModel, 'read'>;
  account: Account;
}

/** The session has expired during editing. The page is saved after the user has logged in again. */
export function LoginDialog({ autosave, model, account: { username } }: LoginDialogProps) {
  const { t } = useText();
  const isHandled = useRef(false);
  return (
    <RenewLogin
      username={username}
      help={t('editor.loginText', { username })}
      onClosed={(isRenewed) => {
        if (isHandled.current) return;
        isHandled.current = true;
        if (isRenewed) void autosave.save();
        else autosave.dismiss();
      }}
    >
      <div>
        <RescueButtons model={model} />
      </div>
    </RenewLogin>
  );
}
