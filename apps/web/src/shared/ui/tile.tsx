import type { CSSProperties, ReactNode } from 'react';
import styles from './tile.module.css';

/** One of eight colours by id, so that an object always has the same colour: `--tile-fill` and `--tile-ink`. */
export function tileColor(id: number): CSSProperties {
  const hue = `--cl${(id % 8) + 1}`;
  return { '--tile-fill': `var(${hue})`, '--tile-ink': `var(${hue}d)` } as CSSProperties;
}

interface TileProps {
  /** Selects the colour; without it the tile is grey. */
  id?: number;
  size?: 'tiny' | 'small' | 'medium';
  children: ReactNode;
}

/** A small coloured square with an icon. */
export function Tile({ id, size = 'medium', children }: TileProps) {
  return (
    <span
      className={`${styles.tile} ${styles[size]}`}
      style={id === undefined ? undefined : tileColor(id)}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
