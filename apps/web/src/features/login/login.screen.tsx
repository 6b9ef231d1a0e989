import { paths } from '@octavo/contract/paths';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { useFailedLogin } from '../../shared/session/failed-login.ts';
import { keepRedirect } from '../../shared/session/login-redirect.ts';
import { VisitorsOnly } from '../../shared/session/visitors-only.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';
import { ProviderEntrance } from './provider-entrance.tsx';

export function LoginScreen() {
  const { t, rich } = useText();
  const [search] = useSearchParams();
  const failed = useFailedLogin();
  const register = paths.register.href(keepRedirect(search));
  return (
    <>
      <PageTitle screen={t('user.loginTitle')} />
      <VisitorsOnly>
        {(onEntered) => (
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
            <LoginForm onEntered={onEntered} />
            <ProviderEntrance />
          </>
        )}
      </VisitorsOnly>
    </>
  );
}
