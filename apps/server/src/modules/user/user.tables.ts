import type { TokenScope } from '@octavo/contract/token-scope';
import type { Generated } from 'kysely';

export interface UserTables {
  user: {
    uid: Generated<number>;
    username: string;
    /** NFKC and case-folded, for lookups and uniqueness: Bob and bob are the same name. */
    username_key: string;
    /** The name that is shown beside the username; may be empty. */
    name: Generated<string>;
    /** Empty if there is none. Only a verified email is unique and can be used to log in. */
    email: Generated<string>;
    /** 0, or 1 if the email is verified. */
    email_verify: Generated<number>;
    /** When the last verification mail was sent. */
    email_sent_time: Date | null;
    /** The role: `ADMIN_GROUP`, `USER_GROUP` or `AUDITOR_GROUP`. */
    groupid: Generated<number>;
    /** Null if the account has no local password, only an external identity. */
    password_hash: string | null;
    /** Whether the account may have a local password: false for accounts that an external login has created. */
    local_access: Generated<boolean>;
    password_time: Generated<Date>;
    /** Null until the user has chosen one. */
    language: 'zh-cn' | 'en' | null;
    /** Null if the account is not disabled. */
    disabled_time: Date | null;
    reg_time: Generated<Date>;
    last_login_time: Date | null;
    /** The last use of a session; null until one was used after a login. */
    last_seen_time: Date | null;
  };

  /** The sessions of users. */
  device: {
    device_id: Generated<number>;
    uid: number;
    /** `token` for a script that requested its token. */
    kind: 'browser' | 'token';
    /** The SHA-256 of the token. */
    token_hash: Buffer;
    user_agent: string;
    /** The IP address of the login. */
    address: string;
    addtime: Generated<Date>;
    last_used_time: Generated<Date>;
    /** The last login at an external provider in this session; null if there was none. */
    proved_time: Generated<Date | null>;
    /** When the user last confirmed their identity in this session; null: at the login. */
    confirmed_time: Generated<Date | null>;
    /** The second factor that the session has passed; `provider` is a login at the OAuth2 provider. */
    second_factor: 'totp' | 'recovery' | 'passkey' | 'provider' | null;
    /** The login at an OpenID provider that the session came from; null for other logins. */
    oidc_issuer: string | null;
    oidc_sub: string | null;
    /** The id of the session at the provider; null if the provider does not name it. */
    oidc_sid: string | null;
  };

  /** Personal access tokens. */
  access_token: {
    id: Generated<number>;
    uid: number;
    name: string;
    /** The first characters of the token. */
    prefix: string;
    /** The SHA-256 of the token. */
    token_hash: Buffer;
    scopes: TokenScope[];
    /** Null: all items of the user. */
    item_ids: number[] | null;
    /** The address or network from which it works; empty: every address. */
    network: Generated<string>;
    /** The session that created it was started at the OAuth2 provider. */
    by_provider: Generated<boolean>;
    addtime: Generated<Date>;
    expire_time: Date;
    /** When the notice of its end was written; null before. */
    warned_time: Generated<Date | null>;
    last_used_time: Generated<Date | null>;
    /** The IP address of the last use; empty if there was none. */
    last_address: Generated<string>;
  };

  /** Links of verification and reset mails. */
  mail_link: {
    mail_link_id: Generated<number>;
    uid: number;
    purpose: 'verify' | 'reset';
    /** The address that the link was sent to; the link is invalid once the account has another one. */
    email: string;
    /** The SHA-256 of the token in the link. */
    token_hash: Buffer;
    addtime: Generated<Date>;
    expire_time: Date;
  };
}
