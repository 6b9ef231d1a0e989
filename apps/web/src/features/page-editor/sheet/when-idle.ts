/** Milliseconds of work per idle callback, short enough not to delay a frame noticeably. */
const SLICE = 8;

/** Runs an iterator to its end in slices of idle time. */
export function whenIdle(work: Iterator<void>): void {
  const later = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, SLICE));
  later(() => {
    for (const end = performance.now() + SLICE; performance.now() < end;)
      if (work.next().done) return;
    whenIdle(work);
  });
}
