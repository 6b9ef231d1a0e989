import type { Generated } from 'kysely';

export interface ExtLoginTables {
  /** The external identities of accounts. */
  outside_login: {
    /** `integration` is a signed link of another system. */
    kind: 'ldap' | 'oauth2' | 'integration';
    /** The immutable id of the user in the other system. */
    outside_id: string;
    uid: number;
    /** The username in the other system; the account may have a different one. */
    external_username: Generated<string>;
    addtime: Generated<Date>;
  };

  /** OAuth2 states and nonces of signed links that were used, so that each is valid once on all processes. */
  spent_proof: {
    proof_id: string;
    /** When the state or link itself has expired and the row can be deleted. */
    expire_time: Date;
  };
}
