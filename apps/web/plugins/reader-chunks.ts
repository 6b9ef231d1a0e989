import { reachedFrom, type Group } from './reach.ts';

/** One file for the first view, one for all that opens over a page: few requests, no waterfall. */
export function readerChunks(entry: string): { groups: Group[] } {
  const isReached = reachedFrom([entry]);
  return {
    groups: [
      { name: (id, context) => (isReached(id, context) ? 'reader' : null), priority: 2 },
      { name: 'layers', test: /\/src\/reader\/layers\/|\/src\/shared\/palette\//, priority: 1 },
    ],
  };
}
