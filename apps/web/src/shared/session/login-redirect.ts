import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onLoginNeeded } from './login-needed.ts';
import { clearSession } from './session.ts';

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
