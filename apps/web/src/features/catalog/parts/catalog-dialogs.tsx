import type { Catalogs } from '../use-catalogs.ts';
import { CopyOrMoveDialog } from './copy-or-move-dialog.tsx';
import { DeleteCatalog } from './delete-catalog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { SortPagesDialog } from '../../../shared/catalogs/sort-pages-dialog.tsx';
import type { Catalog } from '../tree.ts';

/** An action on a catalog; each opens its own dialog. */
export type CatalogAction =
  | { readonly kind: 'add'; readonly parent: Catalog | undefined }
  | { readonly kind: 'sortPages'; readonly catId: number }
  | { readonly kind: 'edit' | 'copyOrMove' | 'delete'; readonly catalog: Catalog };

interface CatalogDialogsProps {
  loaded: Catalogs;
  action: CatalogAction;
  onClosed: () => void;
}

export function CatalogDialogs({ loaded, action, onClosed }: CatalogDialogsProps) {
  const itemId = loaded.item.item_id;
  switch (action.kind) {
    case 'add':
      return <NameDialog itemId={itemId} parent={action.parent} onClosed={onClosed} />;
    case 'edit':
      return <NameDialog itemId={itemId} catalog={action.catalog} onClosed={onClosed} />;
    case 'delete':
      return <DeleteCatalog loaded={loaded} catalog={action.catalog} onClosed={onClosed} />;
    case 'sortPages':
      return <SortPagesDialog itemId={itemId} catId={action.catId} onClosed={onClosed} />;
    case 'copyOrMove':
      return <CopyOrMoveDialog loaded={loaded} catalog={action.catalog} onClosed={onClosed} />;
  }
}
