import path from 'node:path';
import { createStaticImportFilter, type ChunkContext, type ChunkGroup } from './static-imports.ts';

const SRC = path.join(import.meta.dirname, '../src');
const isEditorImport = createStaticImportFilter(
  ['main.tsx', 'app/writing-layout.tsx', 'features/page-editor/page-editor.screen.tsx'].map(
    (file) => path.join(SRC, file),
  ),
);

/** Libraries that every screen needs and that change rarely: one file with a long cache lifetime. */
const framework: ChunkGroup = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  priority: 4,
};

/**
 * Modules shared by several screens, in three files instead of dozens of small ones: `shell` for the editor's
 * static imports, `tables` for comparing and showing tables, `parts` for the rest. A chunk includes the imports of
 * its modules, so `shell` has the highest priority of the three. Modules that import a library of the workspace
 * are excluded, because the account screens load these files too.
 */
const [shell, tables, parts] = [
  sharedGroup('shell', 3, isEditorImport),
  sharedGroup('tables', 2, (id) => /\/packages\/sheet\/|\/shared\/(sheet|compare)\//.test(id)),
  sharedGroup('parts', 1, () => true),
];

function sharedGroup(
  name: string,
  priority: number,
  isIncluded: (id: string, context: ChunkContext) => boolean,
): ChunkGroup {
  return {
    name: (id, context) =>
      isIncluded(id, context) && !importsWorkspaceLibrary(id, context) ? name : null,
    test: /\/apps\/web\/src\/shared\/|\/packages\/(contract|sheet)\/|node_modules\/lucide-react\//,
    minShareCount: 2,
    priority,
  };
}

function importsWorkspaceLibrary(
  id: string,
  context: ChunkContext,
  seen = new Set<string>(),
): boolean {
  if (/node_modules\/(@base-ui|@dnd-kit|@codemirror)\//.test(id)) return true;
  if (id.includes('/node_modules/') || seen.has(id)) return false;
  seen.add(id);
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((next) => importsWorkspaceLibrary(next, context, seen));
}

export const chunks = { groups: [framework, shell, tables, parts] };
