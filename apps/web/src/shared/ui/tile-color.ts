import type { CSSProperties } from 'react';

/** One of eight colours by id, so that an object always has the same colour: `--tile-fill` and `--tile-ink`. */
export function tileColor(id: number): CSSProperties {
  const hue = `--cl${(id % 8) + 1}`;
  return { '--tile-fill': `var(${hue})`, '--tile-ink': `var(${hue}d)` } as CSSProperties;
}
