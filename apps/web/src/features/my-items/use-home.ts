import { calls } from '@octavo/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../shared/api/use-call.ts';

/** Favourites, recently viewed pages and changes, and the code that shows them. */
export function useHome(enabled: boolean) {
  const overview = useCall(calls.home.open, {}, { enabled, silent: true });
  const parts = useQuery({
    queryKey: ['home-parts'],
    queryFn: () => import('./home/home-parts.tsx'),
    enabled,
    staleTime: Infinity,
    structuralSharing: false,
  });
  const failed = [overview, parts].filter(({ data, error }) => error && !data);
  return {
    overview: overview.data,
    parts: parts.data,
    isFailed: failed.length > 0,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
