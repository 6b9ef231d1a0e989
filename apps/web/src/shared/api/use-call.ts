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
  readonly askAgain?: (known: CallResponse<C> | undefined) => number;
}

export function callKey<C extends Call>(declared: C, input: CallInput<C>) {
  return [declared.path, input] as const;
}

/** Queries data; the response is cached under the path and input of the call. */
export function useCall<C extends Call>(
  declared: C,
  input: CallInput<C>,
  { silent = false, askAgain, ...options }: UseCallOptions<C> = {},
): UseQueryResult<CallResponse<C>> {
  return useQuery<CallResponse<C>>({
    ...options,
    ...(askAgain && { refetchInterval: ({ state }) => askAgain(state.data) || false }),
    queryKey: callKey(declared, input),
    queryFn: ({ signal }) => call(declared, input, { silent, signal }),
  });
}
