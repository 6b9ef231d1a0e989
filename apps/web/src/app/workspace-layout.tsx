import { Navigate, Outlet, useLocation } from 'react-router';
import { loginUrl } from '../shared/session/login-redirect.ts';
import { useSession } from '../shared/session/session.ts';
import { LoadError } from '../shared/ui/load-error.tsx';
import { MAIN_ID } from '../shared/ui/skip-link.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { TopBar } from './top-bar.tsx';
import { useLogout } from './use-logout.tsx';
import styles from './workspace-layout.module.css';

/** The layout of all screens that require a login. */
export function WorkspaceLayout() {
  const session = useSession();
  const currentLocation = useLocation();
  const { logout, dialog } = useLogout();

  if (session.state === 'visitor') return <Navigate replace to={loginUrl(currentLocation)} />;
  return (
    <div className={styles.app}>
      <TopBar account={session.account} onLogout={logout} />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {session.state === 'user' && <Outlet />}
        {session.state === 'loading' && <Skeleton shape="rows" />}
        {session.state === 'failed' && (
          <LoadError level="screen" error={session.error} onRetry={() => void session.refresh()} />
        )}
      </main>
      {dialog}
    </div>
  );
}
