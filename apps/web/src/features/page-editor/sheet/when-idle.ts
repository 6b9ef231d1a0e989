/** As long as a person does not notice. */
const SLICE = 8;

/** Goes on with some work whenever the browser has nothing better to do. */
export function whenIdle(work: Iterator<void>): void {
  const later = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, SLICE));
  later(() => {
    for (const end = performance.now() + SLICE; performance.now() < end;)
      if (work.next().done) return;
    whenIdle(work);
  });
}
