import type { Generated } from 'kysely';

export interface HistoryTables {
  page_history: {
    page_history_id: Generated<number>;
    item_id: number;
    page_id: number;
    version: number;
    page_title: string;
    author_uid: number | null;
    author_username: string;
    addtime: Date;
    page_comments: Generated<string>;
    codec: number;
    sha256: Buffer;
    data: Buffer;
  };
}
