import { paths } from '@octavo/contract/paths';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../i18n/texts.tsx';
import { FooterLine } from '../site/footer-line.tsx';
import styles from './account-frame.module.css';
import { BrandLink } from '../site/brand-link.tsx';
import { FoldPanel } from './fold-panel.tsx';
import { LanguageToggle } from './language-switch.tsx';
import { MAIN_ID } from './skip-link.tsx';

/** The frame of login, registration, password reset and set-up: the form at the left, the illustration at the right (from 1000 px). */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.frame}>
      <div className={styles.left}>
        <header className={styles.head}>
          <BrandLink />
          <LanguageToggle />
        </header>
        <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <footer className={styles.foot}>
          <Link to={paths.item.href({ item: 'help' })}>{t('shell.help')}</Link>
          <Link to={paths.item.href({ item: 'demo' })}>{t('shell.demo')}</Link>
          <FooterLine />
        </footer>
      </div>
      <FoldPanel />
    </div>
  );
}
