import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Reads again what a new second factor has changed. */
export function useRefreshFactors(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const { path } of [calls.secondFactor.status, calls.user.proof, calls.user.devices])
      void queries.invalidateQueries({ queryKey: [path] });
  }, [queries]);
}
