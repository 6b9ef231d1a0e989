import type { CatalogAct } from '../catalog-act.ts';
import type { Catalogs } from '../use-catalogs.ts';
import { CopyOrMoveDialog } from './copy-or-move-dialog.tsx';
import { DeleteCatalog } from './delete-catalog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { SortPagesDialog } from '../../../shared/catalogs/sort-pages-dialog.tsx';

interface CatalogDialogsProps {
  loaded: Catalogs;
  act: CatalogAct;
  onClosed: () => void;
}

export function CatalogDialogs({ loaded, act, onClosed }: CatalogDialogsProps) {
  const itemId = loaded.item.item_id;
  switch (act.kind) {
    case 'add':
      return <NameDialog itemId={itemId} parent={act.parent} onClosed={onClosed} />;
    case 'edit':
      return <NameDialog itemId={itemId} catalog={act.catalog} onClosed={onClosed} />;
    case 'delete':
      return <DeleteCatalog loaded={loaded} catalog={act.catalog} onClosed={onClosed} />;
    case 'sortPages':
      return <SortPagesDialog itemId={itemId} catId={act.catId} onClosed={onClosed} />;
    case 'copyOrMove':
      return <CopyOrMoveDialog loaded={loaded} catalog={act.catalog} onClosed={onClosed} />;
  }
}
