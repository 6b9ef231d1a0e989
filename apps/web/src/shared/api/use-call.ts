import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useQuery, type keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { call } from './call.ts';

interface UseCallOptions<C extends Call> {
  readonly enabled?: boolean;
  readonly silent?: boolean;
  readonly staleTime?: number;
  /** The data to show while another page of a list is loading. */
  readonly placeholderData?: typeof keepPreviousData;
  /** Poll interval in ms for the current data; 0 to stop. */
  readonly pollInterval?: (data: CallResponse<C> | undefined) => number;
}

export function callKey<C extends Call>(definition: C, input: CallInput<C>) {
  return [definition.path, input] as const;
}

/** Queries data; the response is cached under the path and input of the call. */
export function useCall<C extends Call>(
  definition: C,
  input: CallInput<C>,
  { silent = false, pollInterval, ...options }: UseCallOptions<C> = {},
): UseQueryResult<CallResponse<C>> {
  return useQuery<CallResponse<C>>({
    ...options,
    ...(pollInterval && { refetchInterval: ({ state }) => pollInterval(state.data) || false }),
    queryKey: callKey(definition, input),
    queryFn: ({ signal }) => call(definition, input, { silent, signal }),
  });
}
