import type { Generated } from 'kysely';

export interface PageTables {
  page: {
    page_id: Generated<number>;
    item_id: number;
    cat_id: Generated<number>;
    top_cat_id: Generated<number>;
    s_number: Generated<number>;
    page_title: string;
    page_type: Generated<0 | 1>;
    method: Generated<string>;
    version: Generated<number>;
    creator_uid: number | null;
    author_uid: number | null;
    author_username: string;
    page_addtime: Generated<Date>;
    addtime: Generated<Date>;
    page_comments: Generated<string>;
    unique_key: string | null;
    del_time: Date | null;
    del_by_username: Generated<string>;
    old_place: Generated<string>;
  };

  page_body: {
    page_id: number;
    item_id: number;
    page_content: string;
  };

  page_request: {
    uid: number;
    request_id: string;
    page_id: number;
    version: number;
    addtime: Generated<Date>;
  };

  page_lock: {
    page_id: number;
    uid: number;
    lock_token: string;
    addtime: Generated<Date>;
    expire_time: Date;
  };

  page_lock_ask: {
    page_id: number;
    uid: number;
    addtime: Generated<Date>;
    refused_time: Date | null;
  };

  page_file: {
    page_id: number;
    file_id: number;
    is_bound: boolean;
  };
}
