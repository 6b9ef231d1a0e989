import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useAccountLanguage } from '../shared/session/choose-language.ts';
import { useLoginRedirect } from '../shared/session/login-redirect.ts';
import { MAIN_ID, SkipLink } from '../shared/ui/skip-link.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { Tooltips } from '../shared/ui/tooltips.tsx';

/** What every screen has: the way past the chrome, passing news, tooltips and the login redirect. */
export function RootLayout() {
  useLoginRedirect();
  useAccountLanguage();
  useFocusOnArrival();
  return (
    <>
      <SkipLink />
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

/** Until the first screen's chunk and data are here: the plain background, no flash of chrome. */
export function FirstLoad() {
  return null;
}
