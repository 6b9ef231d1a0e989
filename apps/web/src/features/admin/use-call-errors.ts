import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/** Calls `onError` with the error of every rejected call. */
export function useCallErrors(onError: (error: unknown) => void): void {
  const queries = useQueryClient();
  const handle = useEffectEvent(onError);
  useEffect(() => {
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
    });
    const stopCommands = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
    });
    return () => {
      stopQueries();
      stopCommands();
    };
  }, [queries]);
}
