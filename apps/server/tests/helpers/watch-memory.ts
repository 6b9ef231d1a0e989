/** Returns a function that ends the watch and tells how much more memory (RSS) this process had at most, in megabytes. */
export function watchMemory(): () => number {
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.round((Math.max(peak, process.memoryUsage().rss) - before) / 1024 / 1024);
  };
}
