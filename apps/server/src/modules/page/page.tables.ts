import type { Generated } from 'kysely';

export interface PageTables {
  page: {
    page_id: Generated<number>;
    item_id: number;
    /** 0 at the root. */
    cat_id: Generated<number>;
    /** The first-level catalog above the page, 0 at the root: rights limited to a catalog are one comparison. */
    top_cat_id: Generated<number>;
    /** The position in its catalog; smaller numbers come first. */
    s_number: Generated<number>;
    page_title: string;
    /** `MARKDOWN_PAGE` or `SHEET_PAGE`. */
    page_type: Generated<0 | 1>;
    /** GET, POST … of an API document; empty for other pages. */
    method: Generated<string>;
    /** Starts at 1 and increases with each save. */
    version: Generated<number>;
    /** Not a reference, like `author_uid`: the account may have been deleted. */
    creator_uid: number | null;
    /** Who saved the current version. */
    author_uid: number | null;
    author_username: string;
    /** When the page was created. */
    page_addtime: Generated<Date>;
    /** When the current version was saved. */
    addtime: Generated<Date>;
    /** The comment on the current version. */
    page_comments: Generated<string>;
    /** The key in the URL of the shared page; null if the page is not shared. */
    unique_key: string | null;
    /** Null if the page is not in the recycle bin. */
    del_time: Date | null;
    del_by_username: Generated<string>;
    /** The path of its catalog when it was deleted: `a / b / c`. */
    old_place: Generated<string>;
  };

  /** The contents of the pages, apart from `page`, because menus and lists do not read them. */
  page_body: {
    page_id: number;
    item_id: number;
    page_content: string;
  };

  /** The links between pages. A row outlives its target: restoring that page brings its backlinks back. */
  page_link: {
    /** The page with the link. */
    page_id: number;
    target_page_id: number;
    /** The item of the page with the link. */
    item_id: number;
  };

  /** The results of saves with a `request_id`, for clients that repeat a request; kept for a day. */
  page_request: {
    uid: number;
    request_id: string;
    page_id: number;
    version: number;
    addtime: Generated<Date>;
  };

  /** Unsaved text of editors. Only its user may read a row. */
  page_draft: {
    uid: number;
    /** Created by the editor; unique per user. */
    draft_id: string;
    /** Null only if the draft was closed before its text arrived. */
    item_id: number | null;
    /** The name when the text was stored. */
    item_name: string;
    /** Null for a new page, and after the page was deleted permanently. */
    page_id: number | null;
    /** Null if the user has not changed the catalog. */
    cat_id: number | null;
    page_title: string;
    page_type: 0 | 1;
    page_content: string;
    /** Null for a new page. */
    base_version: number | null;
    revision: number;
    addtime: Generated<Date>;
    /** When the draft was saved or discarded; the row then has no text. */
    closed_time: Date | null;
  };

  /** Who is editing a page; a row after its `expire_time` counts as absent. */
  page_lock: {
    page_id: number;
    uid: number;
    /** Identifies one editor of the user, such as a browser tab. */
    lock_token: string;
    /** When the user has taken the lock; a renewal does not change it. */
    addtime: Generated<Date>;
    expire_time: Date;
  };

  /** Users who request the page from the holder of its lock. */
  page_lock_ask: {
    page_id: number;
    uid: number;
    addtime: Generated<Date>;
    /** Null if the holder has not declined. */
    refused_time: Date | null;
  };

  /** The pages that a file belongs to: who may read one of them may read the file. A row outlives its page. */
  page_file: {
    page_id: number;
    file_id: number;
    /** False if the file is not in the list of the page and only a version of its content mentions it. */
    is_bound: boolean;
  };
}
