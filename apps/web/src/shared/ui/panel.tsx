import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './panel.module.css';

/** Fields on a card, and its buttons in a row at the foot; inside a Form. */
export function Panel({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  return (
    <Card>
      <div className={styles.fields}>{children}</div>
      <div className={styles.foot}>{foot}</div>
    </Card>
  );
}

/** Words at the left of the foot. */
export function FootNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}
