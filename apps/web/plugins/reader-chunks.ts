import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Parameters<Extract<Group['name'], (...given: never[]) => unknown>>[1];

const ENTRY = /\/src\/reader\/entry-client\.tsx$/;

/** Everything that is there from the start, following imports that do not wait. */
function createReach() {
  const reached = new Set<string>();
  function follow(id: string, context: Context): void {
    if (reached.has(id)) return;
    reached.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) follow(next, context);
  }
  return (id: string, context: Context): boolean => {
    if (ENTRY.test(id)) follow(id, context);
    return reached.has(id);
  };
}

/** One file for the first view, one for all that opens over a page: few requests, no waterfall. */
export function readerChunks(entry: string): { groups: Group[] } {
  const isReached = createReach();
  return {
    groups: [
      {
        name: (id, context) => {
          isReached(entry, context);
          return isReached(id, context) ? 'reader' : null;
        },
        priority: 2,
      },
      { name: 'layers', test: /\/src\/reader\/layers\/|\/src\/shared\/palette\//, priority: 1 },
    ],
  };
}
