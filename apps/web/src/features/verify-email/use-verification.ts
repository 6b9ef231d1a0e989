import { calls } from '@octavo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/call.ts';
import { callKey } from '../../shared/api/use-call.ts';

/**
 * Verifies the email when the screen mounts. Uses a query instead of a mutation, because the query
 * key guarantees that the request is sent only once however often the screen renders.
 */
export function useVerification(link: { readonly uid: string; readonly token: string }) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: callKey(calls.user.verifyEmail, link),
    queryFn: async () => {
      await call(calls.user.verifyEmail, link);
      await queries.invalidateQueries({ queryKey: [calls.user.info.path] });
      return true;
    },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
