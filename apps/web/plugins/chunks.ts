import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Parameters<Extract<Group['name'], (...given: never[]) => unknown>>[1];

/** What every screen needs and what changes least often: one file that browsers keep. */
const framework: Group = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  priority: 1,
};

/**
 * Our own parts that several screens share, in one file instead of dozens of tiny ones. Whatever
 * leads to a library of the workspace stays out: the account screens load this file.
 */
const shell: Group = {
  name: (id, context) => (leadsToWorkspace(id, context) ? null : 'shell'),
  test: /\/apps\/web\/src\/shared\/|\/packages\/contract\/|node_modules\/lucide-react\//,
  minShareCount: 2,
};

function leadsToWorkspace(id: string, context: Context, seen = new Set<string>()): boolean {
  if (/node_modules\/(antd|@ant-design|@rc-component|@dnd-kit|@codemirror)\//.test(id)) return true;
  if (id.includes('/node_modules/') || seen.has(id)) return false;
  seen.add(id);
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((next) => leadsToWorkspace(next, context, seen));
}

export const chunks = { groups: [framework, shell] };
