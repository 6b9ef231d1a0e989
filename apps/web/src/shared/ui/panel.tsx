import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './panel.module.css';

/** A card with form fields and a row of buttons at the bottom; used inside a Form. */
export function Panel({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  return (
    <Card>
      <div className={styles.panel}>
        <div className={styles.fields}>{children}</div>
        <Foot>{foot}</Foot>
      </div>
    </Card>
  );
}

/** A row of buttons below fields. */
export function Foot({ children, isSticky }: { children: ReactNode; isSticky?: boolean }) {
  return (
    <div className={isSticky ? `${styles.foot} ${styles.insight}` : styles.foot}>{children}</div>
  );
}

/** Text at the left of the button row. */
export function FootNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}
