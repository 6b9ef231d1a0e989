import type { Generated } from 'kysely';

export interface NoticeTables {
  notice: {
    notice_id: Generated<number>;
    /** The recipient; null for an announcement to all users. */
    uid: number | null;
    kind: string;
    /** The names and values in the text of the notice, which each user gets in their own language. */
    facts: Generated<unknown>;
    /** The name of the user who caused the notice; empty if the product sent it. */
    from_name: Generated<string>;
    item_id: number | null;
    page_id: number | null;
    team_id: number | null;
    /** If set, a notice with the same key updates this one; cleared when it is read. */
    once_key: string | null;
    notice_time: Generated<Date>;
    read_time: Date | null;
  };

  /** The announcements that a user has read or deleted for themselves. */
  notice_mark: {
    uid: number;
    notice_id: number;
    read_time: Generated<Date>;
    is_deleted: Generated<boolean>;
  };
}
