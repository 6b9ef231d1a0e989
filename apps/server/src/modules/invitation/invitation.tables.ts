import type { Language } from '@octavo/contract/entities';
import type { Generated } from 'kysely';

export interface InvitationTables {
  /** Invitations that were not accepted yet. */
  invitation: {
    invitation_id: Generated<number>;
    /** The administrator who invites. */
    uid: number;
    /** Empty for a link. */
    email: Generated<string>;
    name: Generated<string>;
    /** The imported account that the person logs in to; null if the person creates one. */
    account_uid: Generated<number | null>;
    /** `USER_GROUP` or `AUDITOR_GROUP`. */
    groupid: number;
    /** The language of the mail. */
    language: Language;
    /** How long a link works, from its mail on. */
    days: number;
    max_uses: Generated<number>;
    uses: Generated<number>;
    /** The SHA-256 of the token in the link; null until the mail is sent. */
    token_hash: Generated<Buffer | null>;
    addtime: Generated<Date>;
    /** Null until the mail was sent; also null for a link. */
    sent_time: Generated<Date | null>;
    expire_time: Date;
  };
}
