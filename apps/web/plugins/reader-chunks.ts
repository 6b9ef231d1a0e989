import { createStaticImportFilter, type ChunkGroup } from './static-imports.ts';

/** One chunk for the first view and one for all overlays: few requests, no waterfall. */
export function readerChunks(entry: string): { groups: ChunkGroup[] } {
  const isReached = createStaticImportFilter([entry]);
  return {
    groups: [
      { name: (id, context) => (isReached(id, context) ? 'reader' : null), priority: 2 },
      { name: 'overlays', test: /\/src\/reader\/overlays\/|\/src\/shared\/palette\//, priority: 1 },
    ],
  };
}
