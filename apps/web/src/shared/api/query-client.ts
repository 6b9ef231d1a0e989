import { QueryClient } from '@tanstack/react-query';
import { NetworkError } from './call-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal stays a refusal; only a lost answer is worth a second try, and a slow one is not.
        retry: (failures, error) =>
          failures < 1 && error instanceof NetworkError && error.reason !== 'timeout',
        retryDelay: 500,
      },
    },
  });
}
