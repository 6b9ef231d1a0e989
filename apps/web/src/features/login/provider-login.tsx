import { calls } from '@octavo/contract';
import { Building2 } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { targetAfterLogin } from '../../shared/session/login-redirect.ts';
import { providerLoginUrl } from '../../shared/session/provider-login-url.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import styles from './provider-login.module.css';

/** The login button of the OAuth2 provider, if an administrator has enabled it. */
export function ProviderLogin() {
  const { t } = useText();
  const [search] = useSearchParams();
  const { data } = useCall(calls.user.oauthInfo, {}, { silent: true });
  if (data?.oauth2_open !== 1) return null;
  return (
    <>
      <div className={styles.or}>{t('user.or')}</div>
      <ButtonLink
        reloadDocument
        size="large"
        block
        icon={<Building2 />}
        to={providerLoginUrl(targetAfterLogin(search))}
      >
        {data.oauth2_entrance_tips || t('user.entrance')}
      </ButtonLink>
    </>
  );
}
