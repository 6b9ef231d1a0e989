/** True in `npm run nightly`: time is measured and the sets are whole only there. */
export const NIGHTLY = process.env['NIGHTLY'] === '1';

/** Fails at night when something took too long; on a shared machine its time says nothing. */
export function expectFast(ms: number, limit: number): void {
  if (NIGHTLY && ms >= limit) throw new Error(`took ${Math.round(ms)} ms of at most ${limit}`);
}

/** A sixth of the values on every change, another sixth for each `at`; all of them at night. */
export function someOf<T>(values: readonly T[], at: number): readonly T[] {
  return NIGHTLY ? values : values.filter((_, index) => (index + at) % 6 === 0);
}
