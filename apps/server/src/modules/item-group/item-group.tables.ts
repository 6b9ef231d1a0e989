import type { Generated } from 'kysely';

export interface ItemGroupTables {
  item_group: {
    id: Generated<number>;
    /** The user whose group it is. */
    uid: number;
    group_name: string;
    item_ids: readonly number[];
    s_number: Generated<number>;
  };
}
