import type { Account } from '@octavo/contract/entities';
import { useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { RenewLogin } from '../../../shared/session/renew-login.tsx';
import type { Written } from '../written.ts';
import { TakeAway } from './save-banner.tsx';

interface LoginDialogProps {
  keeper: Keeper;
  written: Pick<Written, 'read'>;
  writer: Account;
}

/** The session has expired during editing. The page is saved after the user has logged in again. */
export function LoginDialog({ keeper, written, writer: { username } }: LoginDialogProps) {
  const { t } = useText();
  const went = useRef(false);
  return (
    <RenewLogin
      username={username}
      help={t('editor.loginText', { username })}
      onClosed={(isRenewed) => {
        if (went.current) return;
        went.current = true;
        if (isRenewed) void keeper.save();
        else keeper.dismiss();
      }}
    >
      <div>
        <TakeAway written={written} />
      </div>
    </RenewLogin>
  );
}
