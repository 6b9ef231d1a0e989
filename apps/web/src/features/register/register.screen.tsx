import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { afterLogin, keepRedirect } from '../../shared/session/login-redirect.ts';
import { useSession } from '../../shared/session/session.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { Outcome } from '../../shared/ui/outcome.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { RegisterForm } from './register-form.tsx';

export function RegisterScreen() {
  const { t } = useText();
  const { state } = useSession();
  const [search] = useSearchParams();
  const { data: site, error, refetch } = useCall(calls.common.homePageSetting, {});
  const [entered, setEntered] = useState(false);
  const onwards = <Navigate replace to={afterLogin(search)} />;
  if (state === 'user' && !entered) return onwards;
  if (error && !site) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (state === 'loading' || !site) return <Skeleton shape="page" />;

  const login = paths.login.href(keepRedirect(search));
  return (
    <>
      <PageTitle screen={t('user.registerTitle')} />
      {site.register_open ? (
        <Open login={login} onEntered={() => setEntered(true)} />
      ) : (
        <Closed login={login} />
      )}
      {entered && onwards}
    </>
  );
}

function Open({ login, onEntered }: { login: string; onEntered: () => void }) {
  const { t, rich } = useText();
  return (
    <>
      <h1>{t('user.registerTitle')}</h1>
      <p>{rich('user.registerKnown', { link: <Link to={login}>{t('user.loginTitle')}</Link> })}</p>
      <RegisterForm onEntered={onEntered} />
    </>
  );
}

function Closed({ login }: { login: string }) {
  const { t } = useText();
  return (
    <Outcome
      tone="plain"
      icon={<UserRoundX />}
      title={t('user.registerClosedTitle')}
      actions={
        <ButtonLink variant="primary" size="large" block to={login}>
          {t('user.loginTitle')}
        </ButtonLink>
      }
    >
      {t('user.registerClosedText')}
    </Outcome>
  );
}
