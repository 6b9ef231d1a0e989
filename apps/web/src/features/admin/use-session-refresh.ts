import { errors } from '@octavo/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BusinessError } from '../../shared/api/call-error.ts';

const isForbidden = (error: unknown) =>
  error instanceof BusinessError && error.code === errors.forbidden.code;

/** Refreshes the session when a call is forbidden: the user may no longer be an administrator. */
export function useSessionRefresh(refresh: () => Promise<void>): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error')
        if (isForbidden(event.action.error)) void refresh();
    });
    const stopCommands = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error')
        if (isForbidden(event.action.error)) void refresh();
    });
    return () => {
      stopQueries();
      stopCommands();
    };
  }, [queries, refresh]);
}
