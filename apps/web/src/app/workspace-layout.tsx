import { App, ConfigProvider } from 'antd';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useLanguage } from '../shared/i18n/texts.tsx';
import { loginAddress } from '../shared/session/login-redirect.ts';
import { useSession } from '../shared/session/session.ts';
import { useTheme } from '../shared/theme/theme.ts';
import { LoadError } from '../shared/ui/load-error.tsx';
import { MAIN_ID } from '../shared/ui/skip-link.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { TopBar } from './top-bar.tsx';
import { octavoConfig } from './antd-theme.ts';
import { useAntdLocale } from './antd-locale.ts';
import styles from './workspace-layout.module.css';

/** The frame of every screen that needs a login, and the only door through which antd comes in. */
export function WorkspaceLayout() {
  const session = useSession();
  const place = useLocation();
  const { dark } = useTheme();
  const { language } = useLanguage();
  const locale = useAntdLocale(language);

  if (session.state === 'visitor') return <Navigate replace to={loginAddress(place)} />;
  return (
    <ConfigProvider {...octavoConfig(dark)} locale={locale}>
      <App component={false}>
        <div className={styles.app}>
          <TopBar account={session.account} onLogout={session.logout} />
          <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
            {session.state === 'user' && <Outlet />}
            {session.state === 'loading' && <Skeleton shape="rows" />}
            {session.state === 'failed' && (
              <LoadError
                level="screen"
                error={session.error}
                onRetry={() => void session.refresh()}
              />
            )}
          </main>
        </div>
      </App>
    </ConfigProvider>
  );
}
