/** Minimum interval between two writes, and the interval of the heartbeat. */
const WRITE_INTERVAL_MS = 1000;
const HEARTBEAT_INTERVAL_MS = 5000;

/** Thrown when the user has stopped the task or another attempt has taken it over. */
export class AttemptAbandoned extends Error {
  override readonly name = 'AttemptAbandoned';
}

/**
 * Writes the latest progress at intervals. `write` returns whether the attempt is still active; if not, the next call
 * of `set` throws.
 */
export function createProgressWriter(write: (done: number, total: number) => Promise<boolean>) {
  let latest: readonly [done: number, total: number] = [0, 0];
  let lastWrite = 0;
  let isWriting = false;
  let isStopped = false;
  let isActive = true;
  async function writeLatest() {
    if (isWriting || isStopped) return;
    isWriting = true;
    lastWrite = performance.now();
    // A failed write only delays the displayed progress; the next write replaces it.
    isActive = await write(...latest).catch(() => true);
    isWriting = false;
  }
  const heartbeat = setInterval(() => void writeLatest(), HEARTBEAT_INTERVAL_MS);
  heartbeat.unref();
  return {
    set(done: number, total: number) {
      if (!isActive) throw new AttemptAbandoned();
      latest = [done, total];
      if (performance.now() - lastWrite >= WRITE_INTERVAL_MS) void writeLatest();
    },
    stop() {
      isStopped = true;
      clearInterval(heartbeat);
    },
  };
}
