import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useFailedLogin } from '../../shared/session/failed-login.ts';
import { redirectParam } from '../../shared/session/login-redirect.ts';
import { announceRenewal } from '../../shared/session/renewal.ts';
import { useSession } from '../../shared/session/session.ts';
import { VisitorsOnly } from '../../shared/session/visitors-only.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LinkAccount } from './link-account.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';
import { OtherLogins } from './other-logins.tsx';
import { SecondStep } from './second-step.tsx';

export function LoginScreen() {
  const { t } = useText();
  return (
    <>
      <PageTitle screen={t('user.loginTitle')} />
      {useIsRenewed() ? (
        <Renewed />
      ) : (
        <VisitorsOnly>{(onEntered) => <Login onEntered={onEntered} />}</VisitorsOnly>
      )}
    </>
  );
}

/** The end of a login for another tab. */
function useIsRenewed(): boolean {
  const { state } = useSession();
  const [search] = useSearchParams();
  return state === 'user' && search.has('renewed');
}

function Renewed() {
  const { t } = useText();
  useEffect(announceRenewal, []);
  return (
    <>
      <h1>{t('user.renewedTitle')}</h1>
      <p>{t('user.renewedText')}</p>
      <Link to={paths.myItems.href()}>{t('shell.myItems')}</Link>
    </>
  );
}

function Login({ onEntered }: { onEntered: () => void }) {
  const { t, rich } = useText();
  const [search] = useSearchParams();
  const loginError = useFailedLogin();
  const register = paths.register.href(redirectParam(search));
  const [isNotLinked, setNotLinked] = useState(search.get('failed') === 'notLinked');
  const pending = useCall(
    calls.extLogin.pendingLink,
    {},
    { silent: true, enabled: isNotLinked, staleTime: 0 },
  );
  const [needsSecondStep, setNeedsSecondStep] = useState(
    search.get('failed') === 'secondFactorNeeded',
  );
  if (needsSecondStep)
    return <SecondStep onEntered={onEntered} onBack={() => setNeedsSecondStep(false)} />;
  // The link cookie is missing or has expired; an administrator can still link the account.
  const failed =
    (search.get('failed') === 'secondFactorNeeded' ? undefined : loginError) ??
    (isNotLinked && pending.isError ? t('errors.notLinked') : undefined);
  if (isNotLinked && pending.isPending) return <Skeleton shape="form" />;
  if (isNotLinked && pending.data)
    return (
      <LinkAccount
        pending={pending.data}
        onEntered={onEntered}
        onBack={() => setNotLinked(false)}
      />
    );
  return (
    <>
      <h1>{t('user.loginTitle')}</h1>
      <p>
        {rich('user.loginNew', {
          link: <Link to={register}>{t('user.registerTitle')}</Link>,
        })}
      </p>
      {failed && (
        <div className={styles.failed}>
          <Note kind="error">{failed}</Note>
        </div>
      )}
      <LoginForm
        onEntered={onEntered}
        onSecondStep={() => setNeedsSecondStep(true)}
        onNotLinked={() => {
          if (isNotLinked) void pending.refetch();
          else setNotLinked(true);
        }}
      />
      <OtherLogins onEntered={onEntered} />
    </>
  );
}
