import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { TotpDialog } from '../../shared/second-factor/totp-dialog.tsx';
import { loginUrl, targetAfterLogin } from '../../shared/session/login-redirect.ts';
import { useSession } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './set-up-second-factor.module.css';

/** The only screen of a user whose second factor is required and missing. */
export function SetUpSecondFactorScreen() {
  const { t } = useText();
  const { state, account, logout, refresh } = useSession();
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const target = targetAfterLogin(search);
  if (state === 'loading') return <Skeleton shape="form" />;
  if (!account) return <Navigate replace to={loginUrl({ pathname: target, search: '' })} />;
  if (account.must_set_up === 0 && !isOpen) return <Navigate replace to={target} />;
  return (
    <>
      <PageTitle screen={t('user.setUpTitle')} />
      <h1>{t('user.setUpTitle')}</h1>
      <p>{t('user.setUpText')}</p>
      <div className={styles.actions}>
        <Button variant="primary" size="large" block onClick={() => setOpen(true)}>
          {t('user.setUpSubmit')}
        </Button>
        <Button variant="quiet" block onClick={() => void logout()}>
          {t('user.setUpLogout')}
        </Button>
      </div>
      {isOpen && (
        <TotpDialog isFirst onDone={() => void refresh()} onClosed={() => setOpen(false)} />
      )}
    </>
  );
}
