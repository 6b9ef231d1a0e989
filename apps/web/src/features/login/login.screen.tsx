import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { afterLogin, keepRedirect } from '../../shared/session/login-redirect.ts';
import { useSession } from '../../shared/session/session.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LoginForm } from './login-form.tsx';

export function LoginScreen() {
  const { t, rich } = useText();
  const { state } = useSession();
  const [search] = useSearchParams();
  const [entered, setEntered] = useState(false);
  const onwards = <Navigate replace to={afterLogin(search)} />;
  if (state === 'user' && !entered) return onwards;
  if (state === 'loading') return <Skeleton shape="page" />;

  const register = paths.register.href(keepRedirect(search));
  return (
    <>
      <PageTitle screen={t('user.loginTitle')} />
      <h1>{t('user.loginTitle')}</h1>
      <p>{rich('user.loginNew', { link: <Link to={register}>{t('user.registerTitle')}</Link> })}</p>
      <LoginForm onEntered={() => setEntered(true)} />
      {entered && onwards}
    </>
  );
}
