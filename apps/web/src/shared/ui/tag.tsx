import type { ReactNode } from 'react';
import styles from './tag.module.css';

export function Tag(props: {
  kind?: 'plain' | 'ok' | 'warning' | 'error' | 'accent' | 'line';
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.tag} ${styles[props.kind ?? 'plain']}`}>
      {props.icon}
      {props.children}
    </span>
  );
}
