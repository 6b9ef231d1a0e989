import type { CSSProperties } from 'react';

/** One of eight hues by number, so that a thing keeps its colour for ever: `--cf` fill, `--cd` deep. */
export function cloth(id: number): CSSProperties {
  const hue = `--cl${(id % 8) + 1}`;
  return { '--cf': `var(${hue})`, '--cd': `var(${hue}d)` } as CSSProperties;
}
