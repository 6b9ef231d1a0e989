import type { Rolldown } from 'vite';

export type ChunkGroup = Rolldown.CodeSplittingGroup;
export type ChunkContext = Parameters<
  Extract<ChunkGroup['name'], (...given: never[]) => unknown>
>[1];

/** Returns a predicate: is a module loaded together with these entries, through static imports only? */
export function createStaticImportFilter(entries: readonly string[]) {
  let modules: Set<string> | undefined;
  return (id: string, context: ChunkContext): boolean =>
    (modules ??= collectStaticImports(entries, context)).has(id);
}

function collectStaticImports(entries: readonly string[], context: ChunkContext): Set<string> {
  const modules = new Set(entries);
  // A Set's iterator also visits the elements that are added during the iteration.
  for (const id of modules)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) modules.add(next);
  return modules;
}
