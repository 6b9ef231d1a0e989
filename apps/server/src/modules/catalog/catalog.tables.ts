import type { Generated } from 'kysely';

export interface CatalogTables {
  catalog: {
    cat_id: Generated<number>;
    item_id: number;
    cat_name: string;
    /** 0 at the root. */
    parent_cat_id: Generated<number>;
    /** From 1 to `MAX_CATALOG_DEPTH`. */
    level: number;
    /** The first-level catalog above, or the catalog itself on the first level. */
    top_cat_id: number;
    /** The position among its siblings; smaller numbers come first. */
    s_number: Generated<number>;
    /** Of the request that created it; null without one. */
    request_id: string | null;
    addtime: Generated<Date>;
  };
}
