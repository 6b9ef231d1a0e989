/**
 * Calculations are limited by a step count, not by time, so that a table has the same results on every machine.
 * One step is about the cost of reading one cell; a million steps take some hundred milliseconds.
 */
let remainingSteps = 0;

export class BudgetExceeded extends Error {}

/** Counts steps; throws if the budget is exceeded. */
export function spend(steps: number): void {
  remainingSteps -= steps;
  if (remainingSteps < 0) throw new BudgetExceeded('too many steps');
}

/** Calculations are synchronous, so one counter is enough. */
export function withBudget<T>(steps: number, work: () => T): T {
  const before = remainingSteps;
  remainingSteps = steps;
  try {
    return work();
  } finally {
    remainingSteps = before;
  }
}
