export type Result = number | string | boolean;

/** Distributions are approximated, and each program uses its own series. */
const TOLERANCE: Readonly<Record<string, number>> = { library: 1e-7 };
const USUAL_TOLERANCE = 1e-12;

/** Whether a result equals the result of LibreOffice. */
export function isSameResult(subject: string, ours: unknown, theirs: Result): boolean {
  // LibreOffice has no boolean type.
  if (typeof ours === 'boolean' || typeof theirs === 'boolean')
    return Number(ours) === Number(theirs);
  if (typeof ours === 'number' && typeof theirs === 'number') {
    const tolerance = TOLERANCE[subject] ?? USUAL_TOLERANCE;
    return Math.abs(ours - theirs) <= tolerance * Math.max(1, Math.abs(theirs));
  }
  // LibreOffice's numbered errors have no equivalent in other programs.
  if (typeof theirs === 'string' && /^Err:\d+$/.test(theirs))
    return typeof ours === 'string' && ours.startsWith('#');
  return ours === theirs;
}
