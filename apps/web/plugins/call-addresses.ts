import { calls } from '@octavo/contract';
import type { Plugin } from 'vite';

const ALL = 'octavo-calls';

/** A call may be named like a keyword (`delete`), which only an export clause can export. */
function exported(verbs: object): string {
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
export function callAddresses(): Plugin {
  const nouns = Object.keys(calls).map((noun) => `export * as ${noun} from '${ALL}/${noun}';`);
  const modules = new Map([
    ['@octavo/contract', `export * as calls from '${ALL}';`],
    [ALL, nouns.join('\n')],
    ...Object.entries(calls).map(([noun, verbs]) => [`${ALL}/${noun}`, exported(verbs)] as const),
  ]);
  return {
    name: 'octavo-call-addresses',
    enforce: 'pre',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0') ? modules.get(id.slice(1)) : undefined),
  };
}
