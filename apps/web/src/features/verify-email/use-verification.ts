import { calls } from '@octavo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/call.ts';
import { callKey } from '../../shared/api/use-call.ts';

/**
 * Confirms the email as soon as the screen is there. It is a command, but one that must be sent
 * exactly once however often the screen is drawn; that is what a query's key is for.
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
