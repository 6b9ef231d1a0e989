import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

/** An inline message, for example above the button of a form. Screen readers announce errors. */
export function Note(props: { kind: keyof typeof icons; icon?: ReactNode; children: ReactNode }) {
  const Icon = icons[props.kind];
  return (
    <div
      className={`${styles.note} ${styles[props.kind]}`}
      role={props.kind === 'error' ? 'alert' : undefined}
    >
      {props.icon ?? <Icon />}
      <div className={styles.text}>{props.children}</div>
    </div>
  );
}
