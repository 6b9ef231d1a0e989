import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onLoginNeeded } from './login-needed.ts';
import { forgetSession } from './session.ts';

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** The login screen's address with the way back to where the person is. */
export function loginAddress({ pathname, search }: Place): string {
  return paths.login.href({ redirect: localPath(pathname + search) });
}

/** Where to go after a login: the `redirect` parameter when it is a path of ours, else My items. */
export function afterLogin(search: URLSearchParams): string {
  return localPath(search.get('redirect')) ?? paths.myItems.href();
}

/** The way back, carried along from one account screen to the next. */
export function keepRedirect(search: URLSearchParams): { redirect: string | undefined } {
  return { redirect: localPath(search.get('redirect')) };
}

/** Sends to the login screen as soon as any call answers that nobody is logged in. */
export function useLoginRedirect(): void {
  const place = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(
    () =>
      onLoginNeeded(() => {
        forgetSession(queries);
        if (place.pathname !== paths.login.pattern)
          void navigate(loginAddress(place), { replace: true });
      }),
    [place, navigate, queries],
  );
}
