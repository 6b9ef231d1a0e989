import { useEffect } from 'react';
import { headingAt, shortHash } from '../../shared/markdown/heading-hash.ts';

/**
 * URLs show a heading as `#errors`, but its element id has a prefix. The browser follows links to ids itself, even
 * before the script runs; afterwards the URL is shortened.
 */
export function useHeadingHash(): void {
  useEffect(() => {
    const follow = () => {
      const short = shortHash(location.hash);
      if (short !== location.hash) return history.replaceState(history.state, '', short);
      // With a history state (back or forward) the saved scroll position is restored instead.
      if (history.state === null) headingAt(short)?.scrollIntoView({ behavior: 'instant' });
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
}
