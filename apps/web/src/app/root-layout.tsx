import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useText } from '../shared/i18n/texts.tsx';
import { dropText, takeOverKeys } from '../shared/palette/early-text.ts';
import { useAccountLanguage } from '../shared/session/choose-language.ts';
import { useLoginRedirect } from '../shared/session/login-redirect.ts';
import { Mark } from '../shared/ui/brand.tsx';
import { MAIN_ID, SkipLink } from '../shared/ui/skip-link.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { Tooltips } from '../shared/ui/tooltips.tsx';
import styles from './root-layout.module.css';

/** What every screen has: the way past the chrome, passing news, tooltips and the login redirect. */
export function RootLayout() {
  const navigation = useNavigation();
  useLoginRedirect();
  useAccountLanguage();
  useFocusOnArrival();
  useEffect(() => {
    takeOverKeys();
    // What this screen's palette has not taken by now was typed where there is none.
    dropText();
  }, []);
  return (
    <>
      <SkipLink />
      {navigation.state !== 'idle' && <div className={styles.line} />}
      <Outlet />
      <Toasts />
      <Tooltips />
      <ScrollRestoration />
    </>
  );
}

/** A new screen begins at its content, as a fresh document would; a screen may focus its own field. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const arrived = useRef(pathname);
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    const main = document.querySelector<HTMLElement>(`#${MAIN_ID}`);
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Until the first screen is here: nothing at first, so a redirect shows nothing; then the mark. */
export function FirstLoad() {
  const { t } = useText();
  return (
    <div className={styles.first}>
      <Mark />
      <output className="visually-hidden">{t('shell.loading')}</output>
    </div>
  );
}
