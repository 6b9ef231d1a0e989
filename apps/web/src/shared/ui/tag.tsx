import type { ReactNode } from 'react';
import styles from './tag.module.css';
import tones from './tones.module.css';

export function Tag({
  kind = 'plain',
  icon,
  children,
}: {
  kind?: 'plain' | 'ok' | 'warning' | 'error' | 'accent' | 'plum' | 'line';
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.tag} ${kind === 'line' ? styles.line : tones[kind]}`}>
      {icon}
      {children}
    </span>
  );
}
