import type { RejectionReason } from '@octavo/contract/admin-scim.entities';
import type { Generated } from 'kysely';

export interface ScimTables {
  /** The users that an identity provider maintains. A row ends with the identity in `outside_login`. */
  scim_user: {
    scim_id: string;
    kind: Generated<'scim'>;
    /** The order of lists. */
    position: Generated<number>;
    /** As sent; the account may have another username. */
    user_name: string;
    user_name_key: string;
    external_id: string | null;
    /** All addresses in lower case, for filters. */
    emails: string[];
    /** The other attributes, as they were sent. */
    attributes: Generated<unknown>;
    addtime: Generated<Date>;
    update_time: Generated<Date>;
  };

  scim_group: {
    scim_group_id: Generated<string>;
    position: Generated<number>;
    display_name: string;
    external_id: string | null;
    /** Increases with each change, also of the members. */
    version: Generated<number>;
    addtime: Generated<Date>;
    update_time: Generated<Date>;
  };

  scim_member: {
    scim_group_id: string;
    scim_id: string;
  };

  /** The tokens of identity providers. */
  scim_token: {
    id: Generated<number>;
    name: string;
    /** The first characters of the token. */
    prefix: string;
    /** The SHA-256 of the token. */
    token_hash: Buffer;
    /** The administrator who created it. */
    username: string;
    addtime: Generated<Date>;
    last_used_time: Date | null;
    last_address: Generated<string>;
  };

  /** Accounts that a request could not link or change, for an administrator to decide. */
  scim_rejection: {
    uid: number;
    reason: RejectionReason;
    /** The SCIM user of the request. */
    user_name: string;
    /** An administrator has allowed the next request to link the account. */
    is_allowed: Generated<boolean>;
    addtime: Generated<Date>;
  };
}
