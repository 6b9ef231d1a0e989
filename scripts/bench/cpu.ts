import { readdirSync, readFileSync } from 'node:fs';

/** Returns the CPU microseconds of all threads of a process so far; undefined if it has ended. */
export function cpuOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) => {
      const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return Number(ran);
    });
    return times.reduce((sum, time) => sum + time, 0) / 1000;
  } catch {
    return undefined;
  }
}

/**
 * Measures the CPU time of each process that takes part in some work. Waiting on a busy machine does not count, so
 * other load does not affect the result.
 */
export async function cpuDuring<T>(
  pids: () => Promise<readonly number[]>,
  work: () => Promise<T>,
): Promise<{ result: T; cpu: ReadonlyMap<number, number> }> {
  const before = new Map<number, number>();
  const latest = new Map<number, number>();
  const sample = async (at: Map<number, number>) => {
    for (const pid of await pids()) {
      const cpu = cpuOf(pid);
      if (cpu !== undefined) at.set(pid, cpu);
    }
  };
  await sample(before);
  // Processes that end together with the work are sampled shortly before.
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampling.then(() => sample(latest));
  }, 50);
  const result = await work().finally(() => clearInterval(timer));
  await sampling;
  await sample(latest);
  const cpu = new Map([...latest].map(([pid, time]) => [pid, time - (before.get(pid) ?? 0)]));
  return { result, cpu };
}
