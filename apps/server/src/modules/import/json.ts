/** Reading of files that anybody may have written: nothing is believed to have the type it should. */

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** Words of a person; anything but a string, a number or a truth value is none. */
export function words(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/** A value as it would be typed: strings as they are, the rest as JSON. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A value as an example: JSON with line breaks, text as it is. */
export function pretty(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  const text = value.trim();
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
