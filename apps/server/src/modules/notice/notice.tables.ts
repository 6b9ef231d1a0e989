import type { Generated } from 'kysely';

export interface NoticeTables {
  notice: {
    notice_id: Generated<number>;
    uid: number | null;
    kind: string;
    facts: Generated<unknown>;
    from_name: Generated<string>;
    item_id: number | null;
    page_id: number | null;
    team_id: number | null;
    once_key: string | null;
    notice_time: Generated<Date>;
    read_time: Date | null;
  };

  notice_mark: {
    uid: number;
    notice_id: number;
    read_time: Generated<Date>;
    is_deleted: Generated<boolean>;
  };
}
