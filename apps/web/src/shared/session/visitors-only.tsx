import { useState, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { afterLogin } from './login-redirect.ts';
import { useSession } from './session.ts';

interface VisitorsOnlyProps {
  /** The screen; it says when its form has made the visitor a user. */
  children: (onEntered: () => void) => ReactNode;
}

/** Login and registration: whoever is logged in, or has just done so, is sent on. */
export function VisitorsOnly({ children }: VisitorsOnlyProps) {
  const { state } = useSession();
  const [search] = useSearchParams();
  const [sure, setSure] = useState(false);
  const [entered, setEntered] = useState(false);
  // Once shown, a form with typed text stays, whatever a later probe says.
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
