import type { ReactNode } from 'react';
import { tileColor } from './tile-color.ts';
import styles from './tile.module.css';

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
