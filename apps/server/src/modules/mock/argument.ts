/** An argument of a placeholder. */
export type Argument = string | number | boolean | readonly Argument[] | undefined;
export type Placeholder = (...args: Argument[]) => unknown;

export function numberOr(value: Argument, fallback: number): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : fallback;
}

export function textOr(value: Argument, fallback: string): string {
  return value === undefined ? fallback : String(value);
}

/** A range of arguments. Without `max` both ends are `min`; without both the defaults apply. */
export function toRange(
  min: Argument,
  max: Argument,
  defaultMin: number,
  defaultMax: number,
): [number, number] {
  if (min === undefined) return [defaultMin, defaultMax];
  const from = numberOr(min, defaultMin);
  return [from, numberOr(max, from)];
}
