import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The secret parameters of a link from an e-mail or the server log. They are removed from the URL immediately,
 * because URLs are stored in the history, visible on the screen and copied.
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
