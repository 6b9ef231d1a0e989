/** How often it is written down at most, and how long it may say nothing at all. */
const WRITE_MS = 1000;
const BEAT_MS = 5000;

/** Keeps the newest word on how far something is, and writes it down now and then. */
export function createProgress(write: (done: number, total: number) => Promise<void>) {
  let newest: readonly [done: number, total: number] = [0, 0];
  let last = 0;
  let isWriting = false;
  let isStopped = false;
  async function note() {
    if (isWriting || isStopped) return;
    isWriting = true;
    last = performance.now();
    // What is lost here is a number on a screen; the next one replaces it.
    await write(...newest).catch(() => {});
    isWriting = false;
  }
  const beat = setInterval(() => void note(), BEAT_MS);
  beat.unref();
  return {
    set(done: number, total: number) {
      newest = [done, total];
      if (performance.now() - last >= WRITE_MS) void note();
    },
    stop() {
      isStopped = true;
      clearInterval(beat);
    },
  };
}
