import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useQuery, type keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { call } from './call.ts';

interface UseCallOptions<C extends Call> {
  readonly enabled?: boolean;
  readonly silent?: boolean;
  readonly staleTime?: number;
  /** What is shown while another page of a list is on its way. */
  readonly placeholderData?: typeof keepPreviousData;
  /** After so many milliseconds it is asked again; 0 for never, decided on what is known. */
  readonly askAgain?: (known: CallResponse<C> | undefined) => number;
}

export function callKey<C extends Call>(declared: C, input: CallInput<C>) {
  return [declared.path, input] as const;
}

/** Reads: the answer of a query call, kept under its path and input. */
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
