import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useEffect, useState } from 'react';
import { call, type CallOptions } from './call.ts';

type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'here'; readonly data: T };

interface UseAnswerOptions extends Pick<CallOptions, 'silent'> {
  /** A new value sends the call again. */
  readonly turn?: number;
}

/** Sends a call once while a component is mounted, without the query cache, which the reader does not load. */
export function useAnswer<C extends Call>(
  declared: C,
  input: CallInput<C>,
  { turn = 0, silent = false }: UseAnswerOptions = {},
): Answer<CallResponse<C>> {
  const [answer, setAnswer] = useState<Answer<CallResponse<C>>>({ state: 'waiting' });
  const [tries, setTries] = useState(0);
  const asked = JSON.stringify([input, tries, turn]);
  useEffect(() => {
    const stop = new AbortController();
    const retry = () => {
      setAnswer({ state: 'waiting' });
      setTries((before) => before + 1);
    };
    const [sent] = JSON.parse(asked) as [CallInput<C>];
    call(declared, sent, { signal: stop.signal, silent }).then(
      (data) => setAnswer({ state: 'here', data }),
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ state: 'failed', error, retry });
      },
    );
    return () => stop.abort();
  }, [declared, asked, silent]);
  return answer;
}
