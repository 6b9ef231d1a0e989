/** True in `npm run nightly`, on a machine that does nothing else: only there is time measured. */
export const NIGHTLY = process.env['NIGHTLY'] === '1';

/** Fails at night when something took too long; on a shared machine its time says nothing. */
export function expectFast(ms: number, limit: number): void {
  if (NIGHTLY && ms >= limit) throw new Error(`took ${Math.round(ms)} ms of at most ${limit}`);
}
