import type { Generated } from 'kysely';

export interface ItemTables {
  item: {
    item_id: Generated<number>;
    item_name: string;
    item_description: Generated<string>;
    item_domain: Generated<string>;
    item_type: Generated<number>;
    uid: number;
    password_hash: string | null;
    password_version: Generated<number>;
    is_archived: Generated<number>;
    global_param: Generated<Record<string, unknown>>;
    tree_version: Generated<number>;
    addtime: Generated<Date>;
    last_update_time: Generated<Date>;
    del_time: Date | null;
  };

  item_key: {
    item_id: number;
    api_key_hash: Buffer;
    api_token_hash: Buffer;
    api_key_sealed: string;
    api_token_sealed: string;
    addtime: Generated<Date>;
    last_used_time: Date | null;
  };

  item_order: {
    uid: number;
    item_group_id: number;
    item_id: number;
    s_number: number;
  };
}
