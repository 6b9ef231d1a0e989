import { useState, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { afterLogin } from './login-redirect.ts';
import { useSession } from './session.ts';

interface VisitorsOnlyProps {
  /** Renders the screen; it calls `onSignedIn` after its form has logged the visitor in. */
  children: (onEntered: () => void) => ReactNode;
}

/** For login and registration: redirects users who are logged in or have just logged in. */
export function VisitorsOnly({ children }: VisitorsOnlyProps) {
  const { state } = useSession();
  const [search] = useSearchParams();
  const [sure, setSure] = useState(false);
  const [entered, setEntered] = useState(false);
  // Once shown, a form with typed text stays, even if the session is checked again.
  if (!sure && state !== 'loading') setSure(true);
  if (!sure) return <Skeleton shape="form" />;

  const onwards = <Navigate replace to={afterLogin(search)} />;
  if (state === 'user' && !entered) return onwards;
  return (
    <>
      {children(() => setEntered(true))}
      {entered && onwards}
    </>
  );
}
