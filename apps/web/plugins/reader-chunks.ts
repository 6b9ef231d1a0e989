import { reachedFrom, type Group } from './reach.ts';

/** One chunk for the first view and one for all overlays: few requests, no waterfall. */
export function readerChunks(entry: string): { groups: Group[] } {
  const isReached = reachedFrom([entry]);
  return {
    groups: [
      { name: (id, context) => (isReached(id, context) ? 'reader' : null), priority: 2 },
      { name: 'layers', test: /\/src\/reader\/layers\/|\/src\/shared\/palette\//, priority: 1 },
    ],
  };
}
