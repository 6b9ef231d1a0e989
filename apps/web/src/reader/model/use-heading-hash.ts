import { useEffect } from 'react';
import { headingAt, shortHash } from '../../shared/markdown/heading-hash.ts';

/**
 * Addresses name a heading as `#errors`, its id has a prefix. The browser follows links to ids by itself,
 * before the script runs too; afterwards the address is shortened.
 */
export function useHeadingHash(): void {
  useEffect(() => {
    const follow = () => {
      const short = shortHash(location.hash);
      if (short !== location.hash) return history.replaceState(history.state, '', short);
      // A step back leads to where one was, which the state says.
      if (history.state === null) headingAt(short)?.scrollIntoView({ behavior: 'instant' });
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
}
