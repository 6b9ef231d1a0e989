import type { Rolldown } from 'vite';

export type Group = Rolldown.CodeSplittingGroup;
export type Context = Parameters<Extract<Group['name'], (...given: never[]) => unknown>>[1];

/** Returns a predicate: is a module loaded together with these entries, through static imports only? */
export function reachedFrom(entries: readonly string[]) {
  let reached: Set<string> | undefined;
  return (id: string, context: Context): boolean => (reached ??= reach(entries, context)).has(id);
}

function reach(entries: readonly string[], context: Context): Set<string> {
  const reached = new Set(entries);
  // A Set's iterator also visits the elements that are added during the iteration.
  for (const id of reached)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
