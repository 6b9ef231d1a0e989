import type { Catalog } from './tree.ts';

/** An action on a catalog; each opens its own dialog. */
export type CatalogAction =
  | { readonly kind: 'add'; readonly parent: Catalog | undefined }
  | { readonly kind: 'sortPages'; readonly catId: number }
  | { readonly kind: 'edit' | 'copyOrMove' | 'delete'; readonly catalog: Catalog };
