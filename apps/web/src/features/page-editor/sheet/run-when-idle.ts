/** Milliseconds of work per idle callback, short enough not to delay a frame noticeably. */
const SLICE_MS = 8;

/** Runs an iterator to its end in slices of idle time. */
export function runWhenIdle(work: Iterator<void>): void {
  const schedule =
    globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, SLICE_MS));
  schedule(() => {
    for (const end = performance.now() + SLICE_MS; performance.now() < end;)
      if (work.next().done) return;
    runWhenIdle(work);
  });
}
