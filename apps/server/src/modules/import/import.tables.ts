import type { Generated } from 'kysely';

export interface ImportTables {
  /** The pages that an import has written, so that the next one detects what users have changed since. */
  import_page: {
    item_id: number;
    /** Identifies the page in the file: an operation or a path. */
    source_key: string;
    page_id: number;
    /** Of the page in the file with its pictures. */
    source_hash: Buffer;
    /** Of title and content as they were written. */
    written_hash: Buffer;
  };

  /** The plan of an import, one row per page. After the import, also what it has written and how to undo it. */
  import_entry: {
    task_id: number;
    /** The index in the plan, from 0. */
    at: number;
    /** `keep`: nothing is written; `left`: only an earlier file contained the page. */
    action: 'add' | 'change' | 'conflict' | 'keep' | 'left';
    /** The decision on a conflict: the existing page, the page of the file, or both; null until it is made. */
    choice: 'mine' | 'file' | 'both' | null;
    source_key: string;
    cat_name: string;
    page_title: string;
    /** Null for a page that does not exist yet. */
    page_id: number | null;
    /** The version of the page when the plan was made. */
    base_version: number | null;
    /** The author of that version. */
    author_username: Generated<string>;
    /** The version that the import has written; null if it has written none. */
    written_version: number | null;
    /** The hashes of `import_page` before this import; null if it had no row. */
    former_source_hash: Buffer | null;
    former_written_hash: Buffer | null;
    /** The undo has skipped the page, because it was edited after the import. */
    is_skipped: Generated<boolean>;
  };

  /** The contents that a plan would write, to show them before the decision. */
  import_text: {
    task_id: number;
    /** As in `import_entry`. */
    at: number;
    page_content: string;
    page_type: Generated<number>;
  };
}
