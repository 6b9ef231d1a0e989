import type { Generated } from 'kysely';

export interface AttachmentTables {
  upload_file: {
    file_id: Generated<number>;
    file_key: string;
    uid: number | null;
    item_id: number;
    object_key: string;
    display_name: string;
    file_type: string;
    file_size: number;
    store: string;
    width: number | null;
    height: number | null;
    visit_times: Generated<number>;
    addtime: Generated<Date>;
  };

  file_traffic: {
    uid: number;
    month: Date;
    bytes: number;
  };
}
