import { paths } from '@octavo/contract/paths';
import { useState, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { targetAfterLogin } from './login-redirect.ts';
import { useSession } from './session.ts';

interface VisitorsOnlyProps {
  /** Renders the screen; it calls `onSignedIn` after its form has logged the visitor in. */
  children: (onSignedIn: () => void) => ReactNode;
}

/** For login and registration: redirects users who are logged in or have just logged in. */
export function VisitorsOnly({ children }: VisitorsOnlyProps) {
  const { state, account } = useSession();
  const [search] = useSearchParams();
  const [isResolved, setResolved] = useState(false);
  const [hasSignedIn, setSignedIn] = useState(false);
  // Once shown, a form with typed text stays, even if the session is checked again.
  if (!isResolved && state !== 'loading') setResolved(true);
  if (!isResolved) return <Skeleton shape="form" />;

  // The server renders its pages for visitors until the second factor is set up.
  const target =
    account?.must_set_up === 1
      ? paths.setUpSecondFactor.href({ redirect: targetAfterLogin(search) })
      : targetAfterLogin(search);
  const redirect = <Navigate replace to={target} />;
  if (state === 'user' && !hasSignedIn) return redirect;
  return (
    <>
      {children(() => setSignedIn(true))}
      {hasSignedIn && redirect}
    </>
  );
}
