import { useEffect, useEffectEvent } from 'react';
import type { StreamMessage } from './live-stream.worker.ts';

/** Polling interval while the event stream is not connected. */
const POLL_INTERVAL_MS = 30_000;

function connectToWorker(uid: number, onMessage: (message: StreamMessage) => void): () => void {
  if (typeof SharedWorker === 'undefined') return () => {};
  const { port } = new SharedWorker(new URL('./live-stream.worker.ts', import.meta.url), {
    type: 'module',
  });
  port.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => onMessage(data));
  port.start();
  port.postMessage(uid);
  return () => port.close();
}

/** Runs `onEvent` when the server has sent an event of this kind, or may have sent one while disconnected. */
export function useServerEvents(
  uid: number | undefined,
  kind: 'notice',
  onEvent: () => void,
): void {
  const notifyListener = useEffectEvent(onEvent);
  useEffect(() => {
    if (uid === undefined) return undefined;
    let live = false;
    const poll = setInterval(() => {
      if (!live && document.visibilityState === 'visible') notifyListener();
    }, POLL_INTERVAL_MS);
    const disconnect = connectToWorker(uid, (message) => {
      if ('news' in message) {
        if (message.news === kind) notifyListener();
        return;
      }
      // Events during a disconnect are lost.
      if (message.live && !live) notifyListener();
      live = message.live;
    });
    return () => {
      clearInterval(poll);
      disconnect();
    };
  }, [uid, kind]);
}
