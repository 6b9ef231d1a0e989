/** Minimum interval between two writes, and the interval of the heartbeat. */
const WRITE_MS = 1000;
const BEAT_MS = 5000;

/** Thrown when the user has stopped the task or another attempt has taken it over. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/**
 * Writes the latest progress at intervals. `write` returns whether the attempt is still active; if not, the next call
 * of `set` throws.
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
    // A failed write only delays the displayed progress; the next write replaces it.
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
