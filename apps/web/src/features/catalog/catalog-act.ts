import type { Catalog } from './tree.ts';

/** What someone is about to do, each in a dialog of its own. */
export type CatalogAct =
  | { readonly kind: 'add'; readonly parent: Catalog | undefined }
  | { readonly kind: 'sortPages'; readonly catId: number }
  | { readonly kind: 'edit' | 'copyOrMove' | 'delete'; readonly catalog: Catalog };
