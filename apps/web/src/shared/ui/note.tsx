import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

/** A state said in place: above a form's button, under a title. Errors are announced. */
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
