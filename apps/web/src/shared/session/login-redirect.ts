import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onLoginNeeded } from './login-needed.ts';
import { clearSession, useSession } from './session.ts';

interface LocationParts {
  readonly pathname: string;
  readonly search: string;
}

/** The URL of the login screen with a redirect back to the current screen. */
export function loginUrl({ pathname, search }: LocationParts): string {
  return paths.login.href({ redirect: localPath(pathname + search) });
}

/** The target after a login: the `redirect` parameter if it is a local path, otherwise My items. */
export function targetAfterLogin(search: URLSearchParams): string {
  return localPath(search.get('redirect')) ?? paths.myItems.href();
}

/** Passes the `redirect` parameter on from one account screen to the next. */
export function redirectParam(search: URLSearchParams): { redirect: string | undefined } {
  return { redirect: localPath(search.get('redirect')) };
}

/** Redirects to the login screen when a call reports that the user is not logged in. */
export function useLoginRedirect(): void {
  const currentLocation = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(
    () =>
      onLoginNeeded(() => {
        clearSession(queries);
        if (currentLocation.pathname !== paths.login.pattern)
          void navigate(loginUrl(currentLocation), { replace: true });
      }),
    [currentLocation, navigate, queries],
  );
}

/** Continues a login with its second step, which is a part of the login screen. */
export function useSecondStep(): () => void {
  const navigate = useNavigate();
  return () => void navigate(paths.login.href({ failed: 'secondFactorNeeded' }), { replace: true });
}

/** While the user has to set up a second factor, every other screen leads to its set-up. */
export function useSetUpRedirect(): void {
  const currentLocation = useLocation();
  const navigate = useNavigate();
  const isDue = useSession().account?.must_set_up === 1;
  useEffect(() => {
    if (!isDue || currentLocation.pathname === paths.setUpSecondFactor.pattern) return;
    const search = new URLSearchParams(currentLocation.search);
    const isLogin = currentLocation.pathname === paths.login.pattern;
    const redirect = isLogin
      ? targetAfterLogin(search)
      : localPath(currentLocation.pathname + currentLocation.search);
    void navigate(paths.setUpSecondFactor.href({ redirect }), { replace: true });
  }, [isDue, currentLocation, navigate]);
}
