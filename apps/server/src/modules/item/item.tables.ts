import type { Generated } from 'kysely';

export interface ItemTables {
  item: {
    item_id: Generated<number>;
    item_name: string;
    item_description: Generated<string>;
    /** Empty if the item has none; unique in lower case among the items that are not deleted. */
    item_domain: Generated<string>;
    /** One of the constants in `@octavo/contract/item-type`. */
    item_type: Generated<number>;
    /** The owner. */
    uid: number;
    /** Of the visit password; null if the item is public. */
    password_hash: string | null;
    /** Increases with each new visit password, which ends the visit passes of the previous one. */
    password_version: Generated<number>;
    /** 0 or 1. */
    is_archived: Generated<number>;
    /** The parameters that all pages of a Run-API item share; empty in other items. */
    global_param: Generated<Record<string, unknown>>;
    /** Increases when the menu changes: titles, positions, new and deleted pages. */
    tree_version: Generated<number>;
    addtime: Generated<Date>;
    last_update_time: Generated<Date>;
    /** Null if the item is not deleted. */
    del_time: Date | null;
  };

  /** The key and token of the open API. */
  item_key: {
    item_id: number;
    /** Hashes find and verify a key; the encrypted values are shown to the owner again. */
    api_key_hash: Buffer;
    api_token_hash: Buffer;
    api_key_sealed: string;
    api_token_sealed: string;
    addtime: Generated<Date>;
    /** Accurate to the minute; null if the key has never been used. */
    last_used_time: Date | null;
  };

  /** The order of items that a user has chosen. */
  item_order: {
    uid: number;
    /** 0 is the list of all items. */
    item_group_id: number;
    item_id: number;
    s_number: number;
  };
}
