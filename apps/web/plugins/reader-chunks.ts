import { createStaticImportFilter, type ChunkGroup } from './static-imports.ts';
import { isCallModule } from './strip-schemas.ts';

/**
 * Icons and calls are re-exported by one module that everything imports, so a static import does not mean that they are
 * used. Each is placed in the chunk that uses it.
 */
const isReexported = (id: string) =>
  id.includes('/lucide-react/dist/esm/icons/') || isCallModule(id);

/**
 * One chunk for the first view, one for all overlays, one for the star of users who are logged in and one for the
 * editable tree without its dialogs: few requests, no waterfall.
 */
export function readerChunks(reader: string): { groups: ChunkGroup[] } {
  const isFirstView = createStaticImportFilter([`${reader}/entry-client.tsx`]);
  const isPageStar = createStaticImportFilter([`${reader}/favourite/page-star.tsx`]);
  const isEditableTree = createStaticImportFilter([`${reader}/editable-tree/editable-tree.tsx`]);
  return {
    groups: [
      {
        name: (id, context) => (isFirstView(id, context) && !isReexported(id) ? 'reader' : null),
        priority: 3,
      },
      {
        name: (id, context) => (isPageStar(id, context) && !isReexported(id) ? 'page-star' : null),
        priority: 2,
      },
      {
        name: (id, context) =>
          isEditableTree(id, context) && !isReexported(id) ? 'editable-tree' : null,
        priority: 1,
      },
      { name: 'overlays', test: /\/src\/reader\/overlays\/|\/src\/shared\/palette\//, priority: 1 },
    ],
  };
}
