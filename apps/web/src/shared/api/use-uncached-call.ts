import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useEffect, useState } from 'react';
import { call, type CallOptions } from './call.ts';

type CallState<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'here'; readonly data: T };

interface UseUncachedCallOptions extends Pick<CallOptions, 'silent'> {
  /** A new value sends the call again. */
  readonly refreshKey?: number;
}

/** Sends a call once while a component is mounted, without the query cache, which the reader does not load. */
export function useUncachedCall<C extends Call>(
  definition: C,
  input: CallInput<C>,
  { refreshKey = 0, silent = false }: UseUncachedCallOptions = {},
): CallState<CallResponse<C>> {
  const [callState, setAnswer] = useState<CallState<CallResponse<C>>>({ state: 'waiting' });
  const [attempts, setAttempts] = useState(0);
  const requestKey = JSON.stringify([input, attempts, refreshKey]);
  useEffect(() => {
    const controller = new AbortController();
    const retry = () => {
      setAnswer({ state: 'waiting' });
      setAttempts((before) => before + 1);
    };
    const [sent] = JSON.parse(requestKey) as [CallInput<C>];
    call(definition, sent, { signal: controller.signal, silent }).then(
      (data) => setAnswer({ state: 'here', data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setAnswer({ state: 'failed', error, retry });
      },
    );
    return () => controller.abort();
  }, [definition, requestKey, silent]);
  return callState;
}
