import { calls } from '@octavo/contract';
import type { Plugin } from 'vite';

/**
 * The web uses a call's types and its address, never its schemas: the server is the only judge. So
 * the browser gets the table of calls as plain addresses, without the schemas and without zod.
 */
export function callAddresses(): Plugin {
  const wire = Object.fromEntries(
    Object.entries(calls).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, call]) => [
          verb,
          { path: call.path, method: 'method' in call ? call.method : undefined },
        ]),
      ),
    ]),
  );
  return {
    name: 'octavo-call-addresses',
    enforce: 'pre',
    resolveId: (id) => (id === '@octavo/contract' ? '\0octavo-calls' : undefined),
    load: (id) =>
      id === '\0octavo-calls' ? `export const calls = ${JSON.stringify(wire)};` : undefined,
  };
}
