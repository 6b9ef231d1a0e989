import { randomBytes, randomInt } from 'node:crypto';

/** A random integer between `min` and `max`, both inclusive. */
export function randomInteger(min: number, max: number): number {
  const low = Math.ceil(Math.min(min, max));
  const width = Math.floor(Math.max(min, max)) - low;
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(width)) return Math.trunc(min) || 0;
  // `randomInt` supports ranges below 2 ** 48.
  if (width < 2 ** 48 - 1) return low + randomInt(width + 1);
  return low + Math.floor(randomFraction() * width);
}

export function randomFraction(): number {
  return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
}

export function pick<T>(list: readonly T[]): T | undefined {
  return list.length === 0 ? undefined : list[randomInt(list.length)];
}

export function shuffled<T>(list: readonly T[]): T[] {
  const remaining = [...list];
  return list.map(() => remaining.splice(randomInt(remaining.length), 1)[0] as T);
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
