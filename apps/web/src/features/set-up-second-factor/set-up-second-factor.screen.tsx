import { calls } from '@octavo/contract';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useCommand } from '../../shared/api/use-command.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { NewPasskeyDialog } from '../../shared/passkey/new-passkey-dialog.tsx';
import { passkeyObstacle } from '../../shared/passkey/passkey.ts';
import { type NewTotp, TotpDialog } from '../../shared/second-factor/totp-dialog.tsx';
import { loginUrl, targetAfterLogin } from '../../shared/session/login-redirect.ts';
import { useSession } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './set-up-second-factor.module.css';

/** The only screen of a user whose second factor is required and missing. */
export function SetUpSecondFactorScreen() {
  const { t } = useText();
  const { state, account, logout, refresh } = useSession();
  const [search] = useSearchParams();
  const [isAddingPasskey, setAddingPasskey] = useState(false);
  const [totp, setTotp] = useState<NewTotp>();
  const start = useCommand(calls.secondFactor.startTotp);
  const { data: status } = useCall(
    calls.secondFactor.status,
    {},
    { silent: true, enabled: account?.must_set_up === 1 },
  );
  const obstacle = status && passkeyObstacle(status.passkey_support);
  const isOpen = isAddingPasskey || totp !== undefined;
  const onDone = () => void refresh();
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
        {status && !obstacle && (
          <Button
            variant="primary"
            size="large"
            block
            icon={<Fingerprint />}
            onClick={() => setAddingPasskey(true)}
          >
            {t('passkey.add')}
          </Button>
        )}
        {obstacle && <Note kind="info">{t(`passkey.${obstacle}`)}</Note>}
        <Button
          variant={obstacle ? 'primary' : 'default'}
          size="large"
          block
          loading={start.isPending}
          onClick={() => start.mutate({}, { onSuccess: setTotp })}
        >
          {t('user.setUpSubmit')}
        </Button>
        <Button variant="quiet" block onClick={() => void logout()}>
          {t('user.setUpLogout')}
        </Button>
      </div>
      {totp && (
        <TotpDialog totp={totp} isFirst onDone={onDone} onClosed={() => setTotp(undefined)} />
      )}
      {isAddingPasskey && (
        <NewPasskeyDialog isFirst onDone={onDone} onClosed={() => setAddingPasskey(false)} />
      )}
    </>
  );
}
