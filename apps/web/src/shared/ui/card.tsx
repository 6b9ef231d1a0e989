import type { ReactNode } from 'react';
import styles from './card.module.css';

/** `flat`: only on a small screen; on a wide one its rows lie on the surface of the screen itself. */
export function Card({ flat = false, children }: { flat?: boolean; children: ReactNode }) {
  return <div className={flat ? `${styles.card} ${styles.flat}` : styles.card}>{children}</div>;
}

/** A heading with an optional line of help and one action, above a card. */
export function SectionHead(props: { title: string; help?: string; action?: ReactNode }) {
  return (
    <div className={styles.head}>
      <div>
        <h2>{props.title}</h2>
        {props.help && <p>{props.help}</p>}
      </div>
      {props.action}
    </div>
  );
}

/** One setting: what it is, its value with help under it, one small action at the right. */
export function SettingRow(props: { label: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.label}>{props.label}</div>
      <div className={styles.value}>{props.children}</div>
      {props.action}
    </div>
  );
}

/** The small words under a setting's value. */
export function RowHelp({ children }: { children: ReactNode }) {
  return <div className={styles.help}>{children}</div>;
}
