import { paths } from '@octavo/contract/paths';
import { Unlink } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSecretQuery } from '../../shared/hooks/secret-query.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { targetAfterLogin, redirectParam } from '../../shared/session/login-redirect.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Outcome } from '../../shared/ui/outcome.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { NewPasswordForm } from './parts/new-password-form.tsx';

export function ResetByUrlScreen() {
  const { t, rich } = useText();
  const navigate = useNavigate();
  const query = useSecretQuery();
  const [uid, email, token] = ['uid', 'email', 'token'].map((name) => query.get(name) ?? '');
  const [isExpired, setExpired] = useState(!uid || !email || !token);

  if (isExpired || !uid || !email || !token)
    return (
      <>
        <PageTitle screen={t('user.linkOldTitle')} />
        <Outcome
          tone="warning"
          icon={<Unlink />}
          title={t('user.linkOldTitle')}
          actions={
            <ButtonLink
              variant="primary"
              size="large"
              block
              to={paths.resetPassword.href(redirectParam(query))}
            >
              {t('user.linkNew')}
            </ButtonLink>
          }
        >
          {t('user.linkOldText')}
        </Outcome>
      </>
    );
  return (
    <>
      <PageTitle screen={t('user.newPasswordTitle')} />
      <h1>{t('user.newPasswordTitle')}</h1>
      <p>{rich('user.newPasswordFor', { email: <b>{email}</b> })}</p>
      <NewPasswordForm
        link={{ uid, email, token }}
        onDone={() => void navigate(targetAfterLogin(query), { replace: true })}
        onExpired={() => setExpired(true)}
      />
    </>
  );
}
