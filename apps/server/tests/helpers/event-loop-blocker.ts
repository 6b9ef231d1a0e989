/** Returns a module for `node --import`: SIGUSR2 toggles a mode in which every turn of the event loop takes `ms`. */
export function eventLoopBlocker(ms: number): string {
  return `data:text/javascript,${encodeURIComponent(`
  let blocked = false;
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  const block = () => {
    if (!blocked) return;
    Atomics.wait(neverNotified, 0, 0, ${ms});
    setTimeout(block, 1);
  };
  process.on('SIGUSR2', () => {
    blocked = !blocked;
    block();
  });`)}`;
}
