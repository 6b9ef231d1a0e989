import path from 'node:path';
import { reachedFrom, type Context, type Group } from './reach.ts';

const SRC = path.join(import.meta.dirname, '../src');
const editor = reachedFrom(
  ['main.tsx', 'app/writing-layout.tsx', 'features/page-editor/page-editor.screen.tsx'].map(
    (file) => path.join(SRC, file),
  ),
);

/** What every screen needs and what changes least often: one file that browsers keep. */
const framework: Group = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  priority: 4,
};

/**
 * Our own parts that several screens share, in three files instead of dozens of tiny ones: what the
 * editor starts with, what compares and shows tables, and the rest. A file takes along what its
 * parts import, so the first of them is filled first. Whatever leads to a library of the workspace
 * stays out: the account screens load these files.
 */
const [shell, tables, parts] = [
  shared('shell', 3, editor),
  shared('tables', 2, (id) => /\/packages\/sheet\/|\/shared\/(sheet|compare)\//.test(id)),
  shared('parts', 1, () => true),
];

function shared(
  name: string,
  priority: number,
  belongs: (id: string, context: Context) => boolean,
): Group {
  return {
    name: (id, context) => (belongs(id, context) && !leadsToWorkspace(id, context) ? name : null),
    test: /\/apps\/web\/src\/shared\/|\/packages\/(contract|sheet)\/|node_modules\/lucide-react\//,
    minShareCount: 2,
    priority,
  };
}

function leadsToWorkspace(id: string, context: Context, seen = new Set<string>()): boolean {
  if (/node_modules\/(antd|@ant-design|@rc-component|@dnd-kit|@codemirror)\//.test(id)) return true;
  if (id.includes('/node_modules/') || seen.has(id)) return false;
  seen.add(id);
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((next) => leadsToWorkspace(next, context, seen));
}

export const chunks = { groups: [framework, shell, tables, parts] };
