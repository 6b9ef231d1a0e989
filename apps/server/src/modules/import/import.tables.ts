import type { Generated } from 'kysely';

export interface ImportTables {
  import_page: {
    item_id: number;
    source_key: string;
    page_id: number;
    source_hash: Buffer;
    written_hash: Buffer;
  };

  import_entry: {
    task_id: number;
    at: number;
    action: 'add' | 'change' | 'conflict' | 'keep' | 'left';
    choice: 'mine' | 'file' | 'both' | null;
    source_key: string;
    cat_name: string;
    page_title: string;
    page_id: number | null;
    base_version: number | null;
    author_username: Generated<string>;
    written_version: number | null;
    former_source_hash: Buffer | null;
    former_written_hash: Buffer | null;
    is_skipped: Generated<boolean>;
  };

  import_text: {
    task_id: number;
    at: number;
    page_content: string;
    page_type: Generated<number>;
  };
}
