import type { ColumnType, Generated } from 'kysely';

export interface SecondFactorTables {
  /** The authenticator app of a user. */
  totp: {
    uid: number;
    /** Encrypted; null until the user has confirmed it with a code. */
    secret: string | null;
    confirmed_time: Date | null;
    last_used_time: Date | null;
    /** The time step of the last accepted code: a code is accepted once. */
    last_step: Generated<number>;
    /** Encrypted; replaces the secret once a code confirms it. */
    new_secret: string | null;
    new_secret_time: Date | null;
  };

  passkey: {
    id: Generated<number>;
    uid: number;
    /** Chosen by the authenticator. */
    credential_id: Buffer;
    /** In COSE, as the authenticator sent it. */
    public_key: Buffer;
    /** The same random value for all passkeys of a user; browsers return it instead of a username. */
    user_handle: Buffer;
    /** Increases with each use, or is always 0. */
    counter: number;
    transports: ColumnType<string[], readonly string[], never>;
    name: string;
    addtime: Generated<Date>;
    last_used_time: Date | null;
  };

  recovery_code: {
    uid: number;
    /** The SHA-256 of the code, which has 80 random bits. */
    code_hash: Buffer;
    used_time: Date | null;
  };

  /** Logins whose first step was successful and whose second factor is still missing. */
  pending_login: {
    /** The SHA-256 of the token in a cookie of the browser. */
    token_hash: Buffer;
    uid: number;
    with_token: boolean;
    attempts: Generated<number>;
    expire_time: Date;
    /** As in `device`. */
    oidc_issuer: string | null;
    oidc_sub: string | null;
    oidc_sid: string | null;
  };
}
