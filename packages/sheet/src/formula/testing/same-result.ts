export type Result = number | string | boolean;

/** Distributions are approximated by series, each program by its own. */
const TOLERANCE: Readonly<Record<string, number>> = { library: 1e-7 };
const USUAL_TOLERANCE = 1e-12;

/** Whether our result of a formula is that of LibreOffice. */
export function isSameResult(subject: string, ours: unknown, theirs: Result): boolean {
  // It has no type for yes and no.
  if (typeof ours === 'boolean' || typeof theirs === 'boolean')
    return Number(ours) === Number(theirs);
  if (typeof ours === 'number' && typeof theirs === 'number') {
    const tolerance = TOLERANCE[subject] ?? USUAL_TOLERANCE;
    return Math.abs(ours - theirs) <= tolerance * Math.max(1, Math.abs(theirs));
  }
  // Its errors with a number have no name in other programs.
  if (typeof theirs === 'string' && /^Err:\d+$/.test(theirs))
    return typeof ours === 'string' && ours.startsWith('#');
  return ours === theirs;
}
