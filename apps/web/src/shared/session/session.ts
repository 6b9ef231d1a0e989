import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { errors } from '@octavo/contract/errors';
import { paths } from '@octavo/contract/paths';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api/call.ts';
import { BusinessError } from '../api/call-error.ts';

/** Under the path of user/info, so a command that refreshes it refreshes the session too. */
const SESSION_KEY = [calls.user.info.path, 'session'] as const;

export type Session = SessionState & {
  readonly refresh: () => Promise<void>;
  /** Takes over the answer of login, registration, reset or set-up. */
  readonly enter: (account: Account) => void;
  readonly logout: () => Promise<void>;
};

type SessionState =
  | { readonly state: 'loading' | 'visitor'; readonly account: null }
  /** The probe got no answer: nobody knows yet. */
  | { readonly state: 'failed'; readonly account: null; readonly error: Error }
  | { readonly state: 'user'; readonly account: Account };

/** Who is using this browser. The answer lives in memory only; the cookie is the server's. */
export function useSession(): Session {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => probe(signal),
    staleTime: 60_000,
  });

  const refresh = useCallback(async () => {
    await refetch();
  }, [refetch]);

  const enter = useCallback(
    (account: Account) => {
      // What a former person of this browser had loaded is not for the next one.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== SESSION_KEY[1] });
      queries.setQueryData(SESSION_KEY, account);
    },
    [queries],
  );

  return { ...toState(data, error), refresh, enter, logout };
}

function toState(account: Account | null | undefined, error: Error | null): SessionState {
  if (account) return { state: 'user', account };
  if (account === null) return { state: 'visitor', account: null };
  return error ? { state: 'failed', account: null, error } : { state: 'loading', account: null };
}

async function probe(signal: AbortSignal): Promise<Account | null> {
  try {
    return await call(calls.user.info, { redirect_login: false }, { silent: true, signal });
  } catch (error) {
    if (error instanceof BusinessError && error.code === errors.loginNeeded.code) return null;
    throw error;
  }
}

/** Whom this browser is logged in as, as far as it is known now. */
export function presentAccount(queries: QueryClient): Account | null | undefined {
  return queries.getQueryData<Account | null>(SESSION_KEY);
}

/** A fresh document drops everything that was held in memory for this person. */
async function logout(): Promise<void> {
  await call(calls.user.logout, {}, { silent: true });
  location.assign(paths.landing.href());
}

export function forgetSession(queries: QueryClient): void {
  queries.setQueryData(SESSION_KEY, null);
}
