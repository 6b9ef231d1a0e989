import { calls } from '@octavo/contract';
import { Building2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { providerLoginUrl } from './provider-login-url.ts';
import { onRenewal, renewedPath } from './renewal.ts';

interface LoginElsewhereProps {
  username: string;
  /** The user has logged in, in another tab. */
  onDone: () => void;
}

/** The login at the identity provider, in a tab of its own, because this one has unsaved input. */
export function LoginElsewhere({ username, onDone }: LoginElsewhereProps) {
  const { t } = useText();
  const [other, setOther] = useState<string>();
  const { data } = useCall(calls.user.oauthInfo, {}, { silent: true });
  useEffect(
    () =>
      onRenewal(() => {
        call(calls.user.info, { redirect_login: false }, { silent: true }).then(
          (account) => {
            if (account.username === username) onDone();
            else setOther(account.username);
          },
          // Still no login.
          () => {},
        );
      }),
    [username, onDone],
  );
  return (
    <>
      {data?.oauth2_open === 1 && (
        <ButtonLink
          block
          icon={<Building2 />}
          to={providerLoginUrl(renewedPath)}
          target="_blank"
          rel="noreferrer"
        >
          {data.oauth2_entrance_tips || t('user.entrance')}
        </ButtonLink>
      )}
      {other !== undefined && (
        <Note kind="warning">{t('user.otherLogin', { other, username })}</Note>
      )}
    </>
  );
}
