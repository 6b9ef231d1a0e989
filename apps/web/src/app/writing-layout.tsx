import type { Account } from '@octavo/contract/entities';
import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { loginUrl } from '../shared/session/login-redirect.ts';
import { useSession } from '../shared/session/session.ts';
import { LoadError } from '../shared/ui/load-error.tsx';
import { PlainFrame } from '../shared/ui/plain-frame.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../shared/ui/skip-link.tsx';

/**
 * The layout of the editor screens, without a top bar. An open editor stays when the session expires; it prompts for
 * a new login in place.
 */
export function WritingLayout() {
  const session = useSession();
  const currentLocation = useLocation();
  const [writer, setWriter] = useState<Account>();
  if (!writer && session.account) setWriter(session.account);

  if (writer) return <Outlet context={writer} />;
  if (session.state === 'visitor') return <Navigate replace to={loginUrl(currentLocation)} />;
  if (session.state === 'failed')
    return (
      <PlainFrame>
        <LoadError level="screen" error={session.error} onRetry={() => void session.refresh()} />
      </PlainFrame>
    );
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      <Skeleton inset shape="page" />
    </main>
  );
}
