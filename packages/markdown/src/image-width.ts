/** The limits of `{width=480}` and `{width=50%}` after an image. */
export const MAX_IMAGE_WIDTH = 2000;

export interface ImageWidth {
  readonly value: number;
  readonly unit: 'px' | '%';
}

/** Reads `480` or `50%`; undefined for anything else. */
export function parseImageWidth(text: string): ImageWidth | undefined {
  const [, digits, percent] = /^([1-9]\d{0,3})(%?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (percent) return value <= 100 ? { value, unit: '%' } : undefined;
  return value <= MAX_IMAGE_WIDTH ? { value, unit: 'px' } : undefined;
}

export function formatImageWidth({ value, unit }: ImageWidth): string {
  return unit === '%' ? `${value}%` : String(value);
}
