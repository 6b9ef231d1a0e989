import type { Generated } from 'kysely';

export interface UserTables {
  user: {
    uid: Generated<number>;
    username: string;
    username_key: string;
    name: Generated<string>;
    email: Generated<string>;
    email_verify: Generated<number>;
    email_sent_time: Date | null;
    groupid: Generated<number>;
    password_hash: string | null;
    password_time: Generated<Date>;
    language: 'zh-cn' | 'en' | null;
    disabled_time: Date | null;
    reg_time: Generated<Date>;
    last_login_time: Date | null;
  };

  device: {
    device_id: Generated<number>;
    uid: number;
    kind: 'browser' | 'token';
    token_hash: Buffer;
    user_agent: string;
    address: string;
    addtime: Generated<Date>;
    last_used_time: Generated<Date>;
    proved_time: Generated<Date | null>;
  };

  mail_link: {
    mail_link_id: Generated<number>;
    uid: number;
    purpose: 'verify' | 'reset';
    email: string;
    token_hash: Buffer;
    addtime: Generated<Date>;
    expire_time: Date;
  };
}
