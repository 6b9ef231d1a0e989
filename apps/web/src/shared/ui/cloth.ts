import type { CSSProperties } from 'react';

/** One of eight colours by id, so that an object always has the same colour: `--tile-fill` and `--tile-ink`. */
export function cloth(id: number): CSSProperties {
  const hue = `--cl${(id % 8) + 1}`;
  return { '--cf': `var(${hue})`, '--cd': `var(${hue}d)` } as CSSProperties;
}
