import type { ReactNode } from 'react';
import { RowHelp } from './card.tsx';
import styles from './icon-row.module.css';
import tones from './tones.module.css';

interface IconRowProps {
  icon: ReactNode;
  tone?: 'plain' | 'plum' | 'warning';
  name: ReactNode;
  help: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
}

/** A thing with an icon, a name and a line of help, in a list in a card. */
export function IconRow({ icon, tone = 'plain', name, help, children }: IconRowProps) {
  return (
    <li className={styles.row}>
      <span className={`${styles.tile} ${tones[tone]}`}>{icon}</span>
      <div className={styles.text}>
        <div className={styles.name}>{name}</div>
        <RowHelp>{help}</RowHelp>
      </div>
      {children}
    </li>
  );
}
