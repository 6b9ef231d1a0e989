import type { Generated } from 'kysely';

export interface AttachmentTables {
  /** Uploaded files. A row outlives its item and its pages, until a job has removed the object. */
  upload_file: {
    file_id: Generated<number>;
    /** The key in the URL of the file. */
    file_key: string;
    /** Who uploaded the file; null if the account was deleted. */
    uid: number | null;
    /** 0 for a file of a user's library. */
    item_id: number;
    /** The key of the bytes in the store: their SHA-256, or `file_key` for old files. Equal files share one object. */
    object_key: string;
    display_name: string;
    /** The media type, detected from the bytes. */
    file_type: string;
    /** In bytes. */
    file_size: number;
    /** The name of the store: `local` or `s3`. */
    store: string;
    /** In pixels, as shown; null, like `height`, if the file is not a picture that could be measured. */
    width: number | null;
    height: number | null;
    visit_times: Generated<number>;
    addtime: Generated<Date>;
  };

  /** Bytes served from the files of a user, per month. */
  file_traffic: {
    uid: number;
    /** The first day of the month. */
    month: Date;
    bytes: number;
  };
}
