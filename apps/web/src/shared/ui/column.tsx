import type { ReactNode } from 'react';
import styles from './column.module.css';

/**
 * The content column of a workspace screen: 720 px for forms, 928 for a tree, 960 beside tabs, 1120 by
 * default, 1280 for card grids.
 */
export function Column(props: {
  width?: 'form' | 'tree' | 'tabs' | 'page' | 'wide';
  children: ReactNode;
}) {
  return (
    <div className={`${styles.column} ${styles[props.width ?? 'page']}`}>{props.children}</div>
  );
}
