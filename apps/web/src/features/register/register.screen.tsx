import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { UserRoundX } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { redirectParam } from '../../shared/session/login-redirect.ts';
import { VisitorsOnly } from '../../shared/session/visitors-only.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { Outcome } from '../../shared/ui/outcome.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { RegisterForm } from './register-form.tsx';

export function RegisterScreen() {
  const { t } = useText();
  return (
    <>
      <PageTitle screen={t('user.registerTitle')} />
      <VisitorsOnly>{(onEntered) => <Registration onEntered={onEntered} />}</VisitorsOnly>
    </>
  );
}

function Registration({ onEntered }: { onEntered: () => void }) {
  const { t, rich } = useText();
  const [search] = useSearchParams();
  const { data: site, error, refetch } = useCall(calls.common.homePageSetting, {});
  if (error && !site)
    return <LoadError level="screen" error={error} onRetry={() => void refetch()} />;
  if (!site) return <Skeleton shape="form" />;

  const login = paths.login.href(redirectParam(search));
  if (!site.register_open) return <RegistrationClosed login={login} />;
  return (
    <>
      <h1>{t('user.registerTitle')}</h1>
      <p>{rich('user.registerKnown', { link: <Link to={login}>{t('user.loginTitle')}</Link> })}</p>
      <RegisterForm onEntered={onEntered} />
    </>
  );
}

function RegistrationClosed({ login }: { login: string }) {
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
