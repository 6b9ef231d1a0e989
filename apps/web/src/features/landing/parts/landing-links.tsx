import { paths } from '@octavo/contract/paths';
import { Link, useLoaderData } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { BrandLink, SiteBrand } from '../../../shared/site/brand-link.tsx';
import { FooterLine } from '../../../shared/site/footer-line.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { LanguageToggle } from '../../../shared/ui/language-switch.tsx';
import type { HomePageSetting } from '../load-landing.ts';
import styles from './landing-links.module.css';

/** Links to the sample items, unless the administrator has configured other URLs. */
function useLinks() {
  const { demo_link, help_link } = useLoaderData<HomePageSetting>();
  return {
    demo: demo_link || paths.item.href({ item: 'demo' }),
    help: help_link || paths.item.href({ item: 'help' }),
  };
}

/** A login link for visitors, a link to the item list for logged-in users. */
export function EnterLink(props: { variant?: 'primary'; size?: 'huge' }) {
  const { t } = useText();
  const { state } = useSession();
  const isLoggedIn = state === 'user';
  return (
    // The text is hidden, but its space reserved, until the session is loaded.
    <span className={state === 'loading' ? styles.unknown : undefined}>
      <ButtonLink {...props} to={isLoggedIn ? paths.myItems.href() : paths.login.href()}>
        {isLoggedIn ? t('shell.myItems') : t('shell.loginRegister')}
      </ButtonLink>
    </span>
  );
}

export function DemoLink() {
  const { t } = useText();
  const { demo } = useLinks();
  return (
    <ButtonLink size="huge" to={demo}>
      {t('landing.viewDemo')}
    </ButtonLink>
  );
}

export function LandingHead() {
  const { t } = useText();
  const { demo, help } = useLinks();
  return (
    <header className={styles.head}>
      <BrandLink />
      <nav className={styles.nav}>
        <span className={styles.wide}>
          <ButtonLink variant="quiet" to={demo}>
            {t('shell.demo')}
          </ButtonLink>
          <ButtonLink variant="quiet" to={help}>
            {t('shell.help')}
          </ButtonLink>
        </span>
        <LanguageToggle />
        <EnterLink />
      </nav>
    </header>
  );
}

export function LandingFoot() {
  const { t } = useText();
  const { demo, help } = useLinks();
  return (
    <footer className={styles.line}>
      <div className={styles.foot}>
        <span className={styles.brand}>
          <SiteBrand />
        </span>
        <Link to={demo}>{t('shell.demo')}</Link>
        <Link to={help}>{t('shell.help')}</Link>
        <FooterLine />
        <LanguageToggle />
      </div>
    </footer>
  );
}
