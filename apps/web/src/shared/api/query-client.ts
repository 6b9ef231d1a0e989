import { QueryClient } from '@tanstack/react-query';
import { NetworkError } from './call-error.ts';

/**
 * What the browser calls offline is a guess: a server on the same machine or intranet may still
 * answer, and whoever pressed a button wants to read why nothing happens. So everything is asked.
 */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode },
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 10_000,
        // A refusal stays a refusal; only a lost answer is worth a second try, and a slow one is not.
        retry: (failures, error) =>
          failures < 1 && error instanceof NetworkError && error.reason !== 'timeout',
        retryDelay: 500,
      },
    },
  });
}
