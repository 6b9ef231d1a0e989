import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useQuery, type keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { call } from './call.ts';

interface UseCallOptions {
  readonly enabled?: boolean;
  readonly silent?: boolean;
  readonly staleTime?: number;
  /** What is shown while another page of a list is on its way. */
  readonly placeholderData?: typeof keepPreviousData;
}

export function callKey<C extends Call>(declared: C, input: CallInput<C>) {
  return [declared.path, input] as const;
}

/** Reads: the answer of a query call, kept under its path and input. */
export function useCall<C extends Call>(
  declared: C,
  input: CallInput<C>,
  { silent = false, ...options }: UseCallOptions = {},
): UseQueryResult<CallResponse<C>> {
  return useQuery<CallResponse<C>>({
    ...options,
    queryKey: callKey(declared, input),
    queryFn: ({ signal }) => call(declared, input, { silent, signal }),
  });
}
