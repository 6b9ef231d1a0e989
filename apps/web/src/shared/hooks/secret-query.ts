import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The parameters of a link from a mail or from the log. They leave the address at once: addresses
 * are kept in histories, seen over shoulders and copied.
 */
export function useSecretQuery(): URLSearchParams {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(() => new URLSearchParams(search));
  useLayoutEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true });
  }, [pathname, search, navigate]);
  return query;
}
