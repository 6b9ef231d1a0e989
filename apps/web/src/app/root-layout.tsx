import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { ConfirmationHost } from '../shared/confirmation/confirmation-host.tsx';
import { useText } from '../shared/i18n/texts.tsx';
import { discardText, takeOverKeys } from '../shared/palette/early-text.ts';
import { useAccountLanguage } from '../shared/session/choose-language.ts';
import { useLoginRedirect, useSetUpRedirect } from '../shared/session/login-redirect.ts';
import { Mark } from '../shared/ui/brand.tsx';
import { MAIN_ID, SkipLink } from '../shared/ui/skip-link.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { Tooltips } from '../shared/ui/tooltips.tsx';
import styles from './root-layout.module.css';

/** The parts that all screens share: skip link, toasts, tooltips and the login redirect. */
export function RootLayout() {
  const navigation = useNavigation();
  useLoginRedirect();
  useSetUpRedirect();
  useAccountLanguage();
  useFocusOnNavigation();
  useEffect(() => {
    takeOverKeys();
    // If this screen has a palette, it has already taken the text.
    discardText();
  }, []);
  return (
    <>
      <SkipLink />
      {navigation.state !== 'idle' && <div className={styles.line} />}
      <Outlet />
      <ConfirmationHost />
      <Toasts />
      <Tooltips />
      <ScrollRestoration />
    </>
  );
}

/** Focuses the content after navigation, unless the screen has focused one of its own elements. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const main = document.querySelector<HTMLElement>(`#${MAIN_ID}`);
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Shown until the first screen is loaded: the logo, after a short delay so that redirects show nothing. */
export function FirstLoad() {
  const { t } = useText();
  return (
    <div className={styles.first}>
      <Mark />
      <output className="visually-hidden">{t('shell.loading')}</output>
    </div>
  );
}
