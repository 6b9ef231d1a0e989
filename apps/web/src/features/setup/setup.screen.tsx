import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { CircleCheck, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useSecretQuery } from '../../shared/hooks/secret-query.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { Outcome } from '../../shared/ui/outcome.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SetupForm } from './setup-form.tsx';

export function SetupScreen() {
  const { t } = useText();
  const token = useSecretQuery().get('token') ?? '';
  const { data: site, error, refetch } = useCall(calls.common.homePageSetting, {});
  return (
    <>
      <PageTitle screen={t('user.setupTitle')} />
      {error && !site ? (
        <LoadError level="screen" error={error} onRetry={() => void refetch()} />
      ) : !site ? (
        <Skeleton shape="form" />
      ) : site.needs_setup ? (
        <Setup token={token} />
      ) : (
        <SetupDone />
      )}
    </>
  );
}

function Setup({ token }: { token: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [isLinkInvalid, setLinkInvalid] = useState(token === '');
  if (isLinkInvalid)
    return (
      <Outcome
        tone="warning"
        icon={<Unlink />}
        title={t('user.setupLinkTitle')}
        actions={
          <ButtonLink size="large" block to={paths.landing.href()}>
            {t('states.toStart')}
          </ButtonLink>
        }
      >
        {t('user.setupLinkText')}
      </Outcome>
    );
  return (
    <>
      <h1>{t('user.setupTitle')}</h1>
      <p>{t('user.setupText')}</p>
      <SetupForm
        token={token}
        onDone={() => void navigate(paths.myItems.href(), { replace: true })}
        onInvalidLink={() => setLinkInvalid(true)}
      />
    </>
  );
}

function SetupDone() {
  const { t } = useText();
  return (
    <Outcome
      tone="ok"
      icon={<CircleCheck />}
      title={t('user.setupDoneTitle')}
      actions={
        <ButtonLink variant="primary" size="large" block to={paths.login.href()}>
          {t('user.loginTitle')}
        </ButtonLink>
      }
    >
      {t('user.setupDoneText')}
    </Outcome>
  );
}
