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

/** Replaces a form in the account frame: the result, or the reason why the user cannot continue. */
export function Outcome({ tone, icon, title, children, actions }: OutcomeProps) {
  useEffect(() => {
    // The focused form was removed, so screen readers continue at the content that replaced it.
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
