import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './panel.module.css';

/** Fields on a card, and its buttons in a row at the foot; inside a Form. */
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

/** Buttons in a row below fields. */
export function Foot({ children, isInSight }: { children: ReactNode; isInSight?: boolean }) {
  return (
    <div className={isInSight ? `${styles.foot} ${styles.insight}` : styles.foot}>{children}</div>
  );
}

/** Words at the left of the foot. */
export function FootNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}
