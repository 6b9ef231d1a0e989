import { calls } from '@octavo/contract';
import type { Plugin } from 'vite';

const MODULE_ID = 'octavo-calls';

export const isCallModule = (id: string) => id.startsWith(`\0${MODULE_ID}/`);

type Modules = readonly (readonly [id: string, source: string])[];

/** A call may be named like a keyword (`delete`), which only an export clause can export. */
function toModules(noun: string, verbs: object): Modules {
  const entries = Object.entries(verbs).map(([verb, { path, method, ownPasswordField }]) => ({
    verb,
    id: `${MODULE_ID}/${noun}/${verb}`,
    source: `export const call = ${JSON.stringify({ path, method, ownPasswordField })};`,
  }));
  const list = entries.map(({ verb, id }) => `export { call as ${verb} } from '${id}';`);
  return [
    [`${MODULE_ID}/${noun}`, list.join('\n')],
    ...entries.map(({ id, source }) => [id, source] as const),
  ];
}

/**
 * Replaces `@octavo/contract` in browser builds by what the browser needs of each call: path, method and the field of
 * the caller's password. Schemas and zod are left out, since only the server validates. Each call is a module of its
 * own, so that the chunk that uses it contains it.
 */
export function stripSchemas(): Plugin {
  const nouns = Object.keys(calls).map(
    (noun) => `export * as ${noun} from '${MODULE_ID}/${noun}';`,
  );
  const modules = new Map([
    ['@octavo/contract', `export * as calls from '${MODULE_ID}';`],
    [MODULE_ID, nouns.join('\n')],
    ...Object.entries(calls).flatMap(([noun, verbs]) => toModules(noun, verbs)),
  ]);
  return {
    name: 'octavo-strip-schemas',
    enforce: 'pre',
    resolveId: (id) => (modules.has(id) ? { id: `\0${id}`, moduleSideEffects: false } : undefined),
    load: (id) => (id.startsWith('\0') ? modules.get(id.slice(1)) : undefined),
  };
}
