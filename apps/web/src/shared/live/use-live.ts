import { useEffect, useEffectEvent } from 'react';
import type { LiveMessage } from './live-stream.worker.ts';

/** Where nothing tells us, we ask. */
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

/** Runs `onNews` when the server has news of this kind for the person, or may have. */
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
      // What was said while the stream was down is lost.
      if (message.live && !live) tell();
      live = message.live;
    });
    return () => {
      clearInterval(poll);
      leave();
    };
  }, [uid, kind]);
}
