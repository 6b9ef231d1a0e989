import { useEffect } from 'react';
import { findHeading, shortHash } from '../../shared/markdown/heading-hash.ts';

/**
 * URLs show a heading as `#errors`, but its element id has a prefix. The browser follows links to ids itself, even
 * before the script runs; afterwards the URL is shortened.
 */
export function useHeadingHash(): void {
  useEffect(() => {
    const syncHash = () => {
      const short = shortHash(location.hash);
      if (short !== location.hash) return history.replaceState(history.state, '', short);
      // With a history state (back or forward) the saved scroll position is restored instead.
      if (history.state === null) findHeading(short)?.scrollIntoView({ behavior: 'instant' });
    };
    syncHash();
    addEventListener('hashchange', syncHash);
    return () => removeEventListener('hashchange', syncHash);
  }, []);
}
