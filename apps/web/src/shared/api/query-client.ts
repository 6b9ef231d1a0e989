import { QueryClient } from '@tanstack/react-query';
import { NetworkError } from './call-error.ts';

/**
 * Requests are sent even if the browser reports offline: a server on the same machine or intranet may still be
 * reachable, and otherwise the user sees the error.
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
        // A rejected request is not retried, and a timeout would take too long; other network errors are retried once.
        retry: (failures, error) =>
          failures < 1 && error instanceof NetworkError && error.reason !== 'timeout',
        retryDelay: 500,
      },
    },
  });
}
