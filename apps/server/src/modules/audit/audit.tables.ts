import type { Generated } from 'kysely';

export interface AuditTables {
  /** Names as they were at the time of the action. The ids are not references: an entry outlives its objects. */
  audit_log: {
    audit_id: Generated<number>;
    addtime: Generated<Date>;
    /** The name of the call: `item.attorn`. */
    action: string;
    /** Null for a failed login. */
    uid: number | null;
    username: string;
    item_id: number | null;
    item_name: Generated<string>;
    page_id: number | null;
    page_title: Generated<string>;
    team_id: number | null;
    team_name: Generated<string>;
    /** The username of the user whom the action affects; empty if there is none. */
    subject: Generated<string>;
    /** The fields of the request that the call declares in `audit`, and further details of the action. */
    facts: Generated<Record<string, unknown>>;
    /** The IP address. */
    address: string;
    user_agent: string;
    /** These four are null in entries of older versions. */
    actor_kind: string | null;
    result: string | null;
    request_id: string | null;
    subject_uid: number | null;
  };
  /** The searched text of the entries; a job adds it some minutes after the entry. */
  audit_text: {
    audit_id: number;
    /** In lower case, a part a line. */
    words: string;
  };
  /** One row: how far the stream to a SIEM has come. */
  audit_stream: {
    only_row: Generated<boolean>;
    sent_id: number;
    sent_time: Date | null;
    lease_time: Date;
    error: Generated<string>;
    error_time: Date | null;
  };
}
