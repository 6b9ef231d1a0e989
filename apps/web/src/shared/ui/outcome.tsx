import { useEffect, type ReactNode } from 'react';
import styles from './outcome.module.css';
import { focusMain } from './skip-link.tsx';
import tones from './tones.module.css';

interface OutcomeProps {
  tone: 'ok' | 'warning' | 'plain';
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** What stands in the account frame instead of a form: it is done, or there is no way on here. */
export function Outcome({ tone, icon, title, children, actions }: OutcomeProps) {
  useEffect(() => {
    // The form that had the focus is gone; readers go on at what replaced it.
    if (document.activeElement === document.body) focusMain();
  }, []);
  return (
    <>
      <span className={`${styles.tile} ${tones[tone]}`}>{icon}</span>
      <h1>{title}</h1>
      <p>{children}</p>
      <div className={styles.actions}>{actions}</div>
    </>
  );
}
