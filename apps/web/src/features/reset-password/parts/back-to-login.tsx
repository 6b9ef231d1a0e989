import { paths } from '@octavo/contract/paths';
import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { redirectParam } from '../../../shared/session/login-redirect.ts';
import styles from './back-to-login.module.css';

export function BackToLogin() {
  const { t } = useText();
  const [search] = useSearchParams();
  return (
    <Link className={styles.link} to={paths.login.href(redirectParam(search))}>
      <ArrowLeft />
      {t('user.backToLogin')}
    </Link>
  );
}
