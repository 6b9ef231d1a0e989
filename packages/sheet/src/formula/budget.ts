/**
 * Calculations are bounded by counting, not by a clock, so that the same table has the same results everywhere.
 * One step is about the reading of one cell; a million of them take some hundred milliseconds.
 */
let left = 0;

export class BudgetExceeded extends Error {}

/** Counts work; leaves the calculation when there was too much of it. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new BudgetExceeded('too many steps');
}

/** Calculations run to their end before anything else does, so one counter is enough. */
export function withBudget<T>(steps: number, work: () => T): T {
  const before = left;
  left = steps;
  try {
    return work();
  } finally {
    left = before;
  }
}
