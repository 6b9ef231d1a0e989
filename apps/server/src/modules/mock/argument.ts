/** An argument of a placeholder. */
export type Argument = string | number | boolean | readonly Argument[] | undefined;
export type Placeholder = (...given: Argument[]) => unknown;

export function numberOr(value: Argument, other: number): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : other;
}

export function textOr(value: Argument, other: string): string {
  return value === undefined ? other : String(value);
}

/** A range of arguments. Without `max` both ends are `min`; without both the defaults apply. */
export function between(min: Argument, max: Argument, low: number, high: number): [number, number] {
  if (min === undefined) return [low, high];
  const from = numberOr(min, low);
  return [from, numberOr(max, from)];
}
