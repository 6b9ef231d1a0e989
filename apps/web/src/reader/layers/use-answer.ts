import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useEffect, useState } from 'react';
import { call } from '../../shared/api/call.ts';

type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'here'; readonly data: T };

/** Asks once while a layer stands open. `turn` asks again. */
export function useAnswer<C extends Call>(
  declared: C,
  input: CallInput<C>,
  turn = 0,
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
    call(declared, sent, { signal: stop.signal }).then(
      (data) => setAnswer({ state: 'here', data }),
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ state: 'failed', error, retry });
      },
    );
    return () => stop.abort();
  }, [declared, asked]);
  return answer;
}
