import type { Generated } from 'kysely';

export interface AuditTables {
  audit_log: {
    audit_id: Generated<number>;
    addtime: Generated<Date>;
    action: string;
    uid: number | null;
    username: string;
    item_id: number | null;
    item_name: Generated<string>;
    page_id: number | null;
    page_title: Generated<string>;
    team_id: number | null;
    team_name: Generated<string>;
    subject: Generated<string>;
    facts: Generated<Record<string, unknown>>;
    address: string;
    user_agent: string;
  };
  audit_words: {
    audit_id: number;
    words: string;
  };
}
