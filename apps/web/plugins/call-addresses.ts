import { calls } from '@octavo/contract';
import type { Plugin } from 'vite';

const ALL = 'octavo-calls';

/** `export const` cannot name a call such as `delete`, an export clause can. */
function exported(verbs: object): string {
  return Object.entries(verbs)
    .map(([verb, { path, method }], at) => {
      const address = JSON.stringify({ path, method });
      return `const c${at} = ${address}; export { c${at} as ${verb} };`;
    })
    .join('\n');
}

/**
 * The web uses a call's types and its address, never its schemas: the server is the only judge. So
 * the browser gets the table of calls as plain addresses, without the schemas and without zod. Each
 * noun is a module, so that a build holds only the addresses of calls that it names.
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
