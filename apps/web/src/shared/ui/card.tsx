import type { ReactNode } from 'react';
import styles from './card.module.css';

/** `flat`: a card only on small screens; on wide screens its rows are placed directly on the background. */
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

/** One setting: its label, its value with help text below, and one action at the right. */
export function SettingRow(props: { label: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.label}>{props.label}</div>
      <div className={styles.value}>{props.children}</div>
      {props.action}
    </div>
  );
}

/** The help text below the value of a setting. */
export function RowHelp({ children }: { children: ReactNode }) {
  return <div className={styles.help}>{children}</div>;
}
