import type { ReactNode } from 'react';
import { BrandLink } from '../site/brand-link.tsx';
import { LanguageToggle } from './language-switch.tsx';
import styles from './plain-frame.module.css';
import { MAIN_ID } from './skip-link.tsx';

/** The frame of a screen with a single message: logo, language switch and the centred message. */
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
