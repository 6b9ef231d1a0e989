import type { Rolldown } from 'vite';

export type Group = Rolldown.CodeSplittingGroup;
export type Context = Parameters<Extract<Group['name'], (...given: never[]) => unknown>>[1];

/** Whether a module is there from the start of these files, following imports that do not wait. */
export function reachedFrom(entries: readonly string[]) {
  let reached: Set<string> | undefined;
  return (id: string, context: Context): boolean => (reached ??= reach(entries, context)).has(id);
}

function reach(entries: readonly string[], context: Context): Set<string> {
  const reached = new Set(entries);
  // A set gives out what is added to it on the way.
  for (const id of reached)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
