import type { Generated } from 'kysely';

export interface CatalogTables {
  catalog: {
    cat_id: Generated<number>;
    item_id: number;
    cat_name: string;
    parent_cat_id: Generated<number>;
    level: number;
    top_cat_id: number;
    s_number: Generated<number>;
    addtime: Generated<Date>;
  };
}
