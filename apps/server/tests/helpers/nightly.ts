/** True in `npm run nightly`: only there are times measured and test sets complete. */
export const NIGHTLY = process.env['NIGHTLY'] === '1';

/** Throws in the nightly run if something took too long; on a shared CI machine times are not meaningful. */
export function expectWithin(ms: number, limit: number): void {
  if (NIGHTLY && ms >= limit) throw new Error(`took ${Math.round(ms)} ms of at most ${limit}`);
}

/** Returns every sixth value, offset by `offset`, in CI, and all values in the nightly run. */
export function sampleOf<T>(values: readonly T[], offset: number): readonly T[] {
  return NIGHTLY ? values : values.filter((_, index) => (index + offset) % 6 === 0);
}
