import type { Generated } from 'kysely';

export interface ExtLoginTables {
  /** The external identities of accounts. */
  outside_login: {
    /** `integration` is a signed link of another system; an identity of `scim` is for provisioning, not for logins. */
    kind: 'ldap' | 'oauth2' | 'integration' | 'scim';
    /** The immutable id of the user in the other system. */
    outside_id: string;
    uid: number;
    /** The username in the other system; the account may have a different one. */
    external_username: Generated<string>;
    addtime: Generated<Date>;
    /** The syncs in a row that did not find the person in the directory. */
    gone_count: Generated<number>;
    /** The first of them. */
    gone_time: Date | null;
    /** Equals `disabled_time` of the account while it is disabled because of a sync. */
    sync_disabled_time: Date | null;
    /** The role that a mapping has given; null if the role is not from a mapping. */
    given_groupid: number | null;
    /** The role of the account before a mapping gave another one. */
    own_groupid: number | null;
  };

  /** OAuth2 states and nonces of signed links that were used, so that each is valid once on all processes. */
  spent_proof: {
    proof_id: string;
    /** When the state or link itself has expired and the row can be deleted. */
    expire_time: Date;
  };
}
