import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { errors } from '@octavo/contract/errors';
import { paths } from '@octavo/contract/paths';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api/call.ts';
import { BusinessError } from '../api/call-error.ts';

/** Starts with the path of user/info, so that a command that invalidates this call also refreshes the session. */
const SESSION_KEY = [calls.user.info.path, 'session'] as const;

export type Session = SessionState & {
  readonly refresh: () => Promise<void>;
  /** Sets the account from the response of a login, registration, password reset or set-up. */
  readonly setAccount: (account: Account) => void;
  readonly logout: () => Promise<void>;
};

type SessionState =
  | { readonly state: 'loading' | 'visitor'; readonly account: null }
  /** The request failed, so it is unknown whether the user is logged in. */
  | { readonly state: 'failed'; readonly account: null; readonly error: Error }
  | { readonly state: 'user'; readonly account: Account };

/** The account that is logged in to this browser. It is held in memory only; the session cookie is httpOnly. */
export function useSession(): Session {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => fetchAccount(signal),
    staleTime: 60_000,
  });

  const refresh = useCallback(async () => {
    await refetch();
  }, [refetch]);

  const setAccount = useCallback(
    (account: Account) => {
      // Removes the cached data of the previous user.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== SESSION_KEY[1] });
      queries.setQueryData(SESSION_KEY, account);
    },
    [queries],
  );

  return { ...toState(data, error), refresh, setAccount, logout };
}

function toState(account: Account | null | undefined, error: Error | null): SessionState {
  if (account) return { state: 'user', account };
  if (account === null) return { state: 'visitor', account: null };
  return error ? { state: 'failed', account: null, error } : { state: 'loading', account: null };
}

async function fetchAccount(signal: AbortSignal): Promise<Account | null> {
  try {
    return await call(calls.user.info, { redirect_login: false }, { silent: true, signal });
  } catch (error) {
    if (error instanceof BusinessError && error.code === errors.loginNeeded.code) return null;
    throw error;
  }
}

/** The account from the query cache; undefined if it is not loaded yet. */
export function cachedAccount(queries: QueryClient): Account | null | undefined {
  return queries.getQueryData<Account | null>(SESSION_KEY);
}

/** Loading a new document clears all data of the user from memory. */
async function logout(): Promise<void> {
  await call(calls.user.logout, {}, { silent: true });
  location.assign(paths.landing.href());
}

export function clearSession(queries: QueryClient): void {
  queries.setQueryData(SESSION_KEY, null);
}
