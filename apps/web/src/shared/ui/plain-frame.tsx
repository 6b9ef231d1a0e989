import type { ReactNode } from 'react';
import { BrandLink } from '../site/brand-link.tsx';
import { LanguageToggle } from './language-switch.tsx';
import styles from './plain-frame.module.css';
import { MAIN_ID } from './skip-link.tsx';

/** A screen that is one message: the mark, the language, and the message in the middle. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <BrandLink />
        <LanguageToggle />
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
