import { useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { BackToLogin } from './parts/back-to-login.tsx';
import { RequestForm } from './parts/request-form.tsx';
import { ResetMailSent } from './parts/reset-mail-sent.tsx';

export function ResetPasswordScreen() {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  return (
    <>
      <PageTitle screen={t('user.resetTitle')} />
      {sent ? (
        <ResetMailSent email={email} onAgain={() => setSent(false)} />
      ) : (
        <>
          <h1>{t('user.resetTitle')}</h1>
          <p>{t('user.resetText')}</p>
          <RequestForm email={email} onEmail={setEmail} onSent={() => setSent(true)} />
          <BackToLogin />
        </>
      )}
    </>
  );
}
