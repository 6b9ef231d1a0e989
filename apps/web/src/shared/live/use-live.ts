import { useEffect, useEffectEvent } from 'react';
import type { LiveMessage } from './live-stream.worker.ts';

/** Polling interval while the event stream is not connected. */
const POLL = 30_000;

function connectToStream(uid: number, onMessage: (message: LiveMessage) => void): () => void {
  if (typeof SharedWorker === 'undefined') return () => {};
  const { port } = new SharedWorker(new URL('./live-stream.worker.ts', import.meta.url), {
    type: 'module',
  });
  port.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => onMessage(data));
  port.start();
  port.postMessage(uid);
  return () => port.close();
}

/** Runs `onEvent` when the server has sent an event of this kind, or may have sent one while disconnected. */
export function useLive(uid: number | undefined, kind: 'notice', onNews: () => void): void {
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    if (uid === undefined) return undefined;
    let live = false;
    const poll = setInterval(() => {
      if (!live && document.visibilityState === 'visible') tell();
    }, POLL);
    const leave = connectToStream(uid, (message) => {
      if ('news' in message) {
        if (message.news === kind) tell();
        return;
      }
      // Events during a disconnect are lost.
      if (message.live && !live) tell();
      live = message.live;
    });
    return () => {
      clearInterval(poll);
      leave();
    };
  }, [uid, kind]);
}
