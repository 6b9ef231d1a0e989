type Action = () => Promise<unknown>;

const PAIRS = 25;
const MAX_ROUNDS = 6;

async function measure(action: Action): Promise<number> {
  const begun = performance.now();
  await action();
  return performance.now() - begun;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/**
 * Returns the difference between the median times of two actions, in milliseconds. They run alternately, so that
 * other load on the machine affects both. A disturbed round is repeated: a real difference shows in every round.
 */
export async function medianGap(
  first: () => Promise<Action>,
  second: () => Promise<Action>,
  maxGap: number,
): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && smallest >= maxGap; round += 1) {
    const times: [number[], number[]] = [[], []];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const actions = [await first(), await second()] as const;
      const order = pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      for (const which of order) times[which].push(await measure(actions[which]));
    }
    smallest = Math.min(smallest, Math.abs(median(times[0]) - median(times[1])));
  }
  return smallest;
}
