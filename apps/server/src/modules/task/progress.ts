/** How often it is written down at most, and how long it may say nothing at all. */
const WRITE_MS = 1000;
const BEAT_MS = 5000;

/** Nobody waits for this attempt any more: somebody has stopped the task, or another one does it. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/**
 * Keeps the newest word on how far something is, and writes it down now and then. `write` answers
 * whether the work is still wanted; if not, the next word is its end.
 */
export function createProgress(write: (done: number, total: number) => Promise<boolean>) {
  let newest: readonly [done: number, total: number] = [0, 0];
  let last = 0;
  let isWriting = false;
  let isStopped = false;
  let isWanted = true;
  async function note() {
    if (isWriting || isStopped) return;
    isWriting = true;
    last = performance.now();
    // What is lost here is a number on a screen; the next one replaces it.
    isWanted = await write(...newest).catch(() => true);
    isWriting = false;
  }
  const beat = setInterval(() => void note(), BEAT_MS);
  beat.unref();
  return {
    set(done: number, total: number) {
      if (!isWanted) throw new GivenUp();
      newest = [done, total];
      if (performance.now() - last >= WRITE_MS) void note();
    },
    stop() {
      isStopped = true;
      clearInterval(beat);
    },
  };
}
