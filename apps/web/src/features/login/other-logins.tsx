import { calls } from '@octavo/contract';
import { Building2, Fingerprint } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { canUsePasskeys } from '../../shared/passkey/passkey.ts';
import { usePasskeyLogin } from '../../shared/passkey/use-passkey-login.ts';
import { useSignIn } from '../../shared/session/choose-language.ts';
import { targetAfterLogin } from '../../shared/session/login-redirect.ts';
import { providerLoginUrl } from '../../shared/session/provider-login-url.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './other-logins.module.css';

/** Logins without a password: by a passkey where the browser offers them, and by the OAuth2 provider if it is enabled. */
export function OtherLogins({ onEntered }: { onEntered: () => void }) {
  const { t } = useText();
  const [search] = useSearchParams();
  const enter = useSignIn();
  const passkey = usePasskeyLogin({ onDone: (account) => void enter(account, onEntered) });
  const { data } = useCall(calls.user.oauthInfo, {}, { silent: true });
  const hasPasskeys = canUsePasskeys();
  const hasProvider = data?.oauth2_open === 1;
  if (!hasPasskeys && !hasProvider) return null;
  return (
    <>
      <div className={styles.or}>{t('user.or')}</div>
      <div className={styles.logins}>
        {hasPasskeys && (
          <Button
            size="large"
            block
            icon={<Fingerprint />}
            loading={passkey.working}
            onClick={passkey.start}
          >
            {t('passkey.use')}
          </Button>
        )}
        {passkey.error && <Note kind="error">{passkey.error}</Note>}
        {hasProvider && (
          <ButtonLink
            reloadDocument
            size="large"
            block
            icon={<Building2 />}
            to={providerLoginUrl(targetAfterLogin(search))}
          >
            {data.oauth2_entrance_tips || t('user.entrance')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
