import { calls } from '@octavo/contract';
import type { Plugin } from 'vite';

const MODULE_ID = 'octavo-calls';

/** A call may be named like a keyword (`delete`), which only an export clause can export. */
function toModuleSource(verbs: object): string {
  return Object.entries(verbs)
    .map(([verb, { path, method }], at) => {
      const address = JSON.stringify({ path, method });
      return `const c${at} = ${address}; export { c${at} as ${verb} };`;
    })
    .join('\n');
}

/**
 * Replaces `@octavo/contract` in browser builds by the path and method of each call, without the schemas and zod:
 * only the server validates. Each noun is a module of its own, so that tree shaking removes the unused calls.
 */
export function stripSchemas(): Plugin {
  const nouns = Object.keys(calls).map(
    (noun) => `export * as ${noun} from '${MODULE_ID}/${noun}';`,
  );
  const modules = new Map([
    ['@octavo/contract', `export * as calls from '${MODULE_ID}';`],
    [MODULE_ID, nouns.join('\n')],
    ...Object.entries(calls).map(
      ([noun, verbs]) => [`${MODULE_ID}/${noun}`, toModuleSource(verbs)] as const,
    ),
  ]);
  return {
    name: 'octavo-strip-schemas',
    enforce: 'pre',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0') ? modules.get(id.slice(1)) : undefined),
  };
}
