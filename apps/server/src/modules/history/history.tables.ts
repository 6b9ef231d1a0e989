import type { Generated } from 'kysely';

export interface HistoryTables {
  /** The previous versions of pages; the current one is in `page` and `page_body`. */
  page_history: {
    page_history_id: Generated<number>;
    item_id: number;
    page_id: number;
    version: number;
    page_title: string;
    /** Not a reference: the account may have been deleted. */
    author_uid: number | null;
    author_username: string;
    /** When the version was saved. */
    addtime: Date;
    page_comments: Generated<string>;
    /** 0: the full text; 1: a delta to the next newer stored version. */
    codec: number;
    /** Of the text. */
    sha256: Buffer;
    /** Compressed with zstd. */
    data: Buffer;
  };
}
