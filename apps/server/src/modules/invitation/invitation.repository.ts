import type { Language } from '@octavo/contract/entities';
import type { MailAddress } from '@octavo/contract/mail-address';
import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { Slice } from '../../db/slice.ts';
import { IS_OPEN, IS_VALID } from '../account/invitation-state.repository.ts';

interface InvitationTerms {
  /** The administrator who invites. */
  readonly uid: number;
  readonly groupid: number;
  readonly language: Language;
  readonly days: number;
}

/** An imported account without a password. */
export interface InvitedAccount extends MailAddress {
  readonly account_uid: number;
  readonly groupid: number;
}

export interface UnsentInvitation {
  readonly invitation_id: number;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly days: number;
  readonly inviter: string;
  readonly username: string | null;
}

const expiry = (days: number) => sql<Date>`now() + make_interval(days => ${days})`;

export const invitationRepository = repository((db) => {
  /** The addresses that are verified, belong to an imported account, or have a valid invitation. */
  async function listKnown(emails: readonly string[]) {
    const keys = emails.map((email) => email.toLowerCase());
    const { rows } = await sql<{ email: string; reason: 'account' | 'invited' }>`
        select lower(email) as email, 'account' as reason from "user"
        where lower(email) = any(${keys}::text[]) and email_verify > 0
        union
        select lower(email), 'account' from "user"
        where lower(email) = any(${keys}::text[]) and email <> '' and email_verify = 0
          and password_hash is null
        union
        select lower(email), 'invited' from invitation
        where email <> '' and lower(email) = any(${keys}::text[]) and ${IS_VALID}`.execute(db);
    return new Map(
      rows
        .toSorted((one, other) => other.reason.localeCompare(one.reason))
        .map(({ email, reason }) => [email, reason]),
    );
  }

  return {
    listKnown,

    /** Returns the new rows. An expired invitation is replaced, a valid one stays as it is. */
    async insertForMails(
      people: readonly MailAddress[],
      { uid, groupid, language, days }: InvitationTerms,
    ) {
      const { rows } = await sql<{ invitation_id: number; email: string }>`
        insert into invitation (uid, email, name, groupid, language, days, expire_time)
        select ${uid}, email, name, ${groupid}, ${language}, ${days}, ${expiry(days)}
        from unnest(${people.map(({ email }) => email)}::text[],
          ${people.map(({ name }) => name)}::text[]) as sent (email, name)
        on conflict (lower(email)) where email <> '' do update set
          uid = excluded.uid, name = excluded.name, groupid = excluded.groupid, language = excluded.language,
          days = excluded.days, expire_time = excluded.expire_time, addtime = now(),
          token_hash = null, sent_time = null
        where not ${IS_VALID}
        returning invitation_id, email`.execute(db);
      return rows;
    },

    /** For imported accounts. An account or address that has an invitation keeps it. */
    async insertForAccounts(
      accounts: readonly InvitedAccount[],
      { uid, language, days }: Omit<InvitationTerms, 'groupid'>,
    ) {
      const { rows } = await sql<{ invitation_id: number }>`
        insert into invitation (uid, email, name, account_uid, groupid, language, days, expire_time)
        select ${uid}, email, name, account_uid, groupid, ${language}, ${days}, ${expiry(days)}
        from unnest(${accounts.map(({ email }) => email)}::text[],
          ${accounts.map(({ name }) => name)}::text[],
          ${accounts.map(({ account_uid }) => account_uid)}::bigint[],
          ${accounts.map(({ groupid }) => groupid)}::int[]) as sent (email, name, account_uid, groupid)
        on conflict do nothing
        returning invitation_id`.execute(db);
      return rows.map(({ invitation_id }) => invitation_id);
    },

    async insertLink(
      tokenHash: Buffer,
      { days, ...terms }: InvitationTerms & { readonly max_uses: number },
    ) {
      const { invitation_id } = await db
        .insertInto('invitation')
        .values({ ...terms, days, token_hash: tokenHash, expire_time: expiry(days) })
        .returning('invitation_id')
        .executeTakeFirstOrThrow();
      return invitation_id;
    },

    async list({ offset, count }: Pick<Slice, 'offset' | 'count'>) {
      return db
        .selectFrom('invitation')
        .innerJoin('user as inviter', 'inviter.uid', 'invitation.uid')
        .leftJoin('user as account', 'account.uid', 'invitation.account_uid')
        .select([
          'invitation.invitation_id',
          'invitation.email',
          'invitation.name',
          'invitation.groupid',
          'inviter.username as inviter',
          'invitation.uses',
          'invitation.max_uses',
          'invitation.addtime',
          'invitation.sent_time',
          'invitation.expire_time',
        ])
        .select(sql<string>`coalesce(account.username, '')`.as('username'))
        .select(sql<boolean>`not ${IS_VALID}`.as('is_expired'))
        .orderBy('invitation.invitation_id', 'desc')
        .limit(count)
        .offset(offset)
        .execute();
    },

    async count() {
      return db
        .selectFrom('invitation')
        .select((select) => select.fn.countAll<number>().as('total'))
        .select(
          sql<number>`(count(*) filter (where account_uid is null and ${IS_VALID}))::int`.as(
            'without_account',
          ),
        )
        .executeTakeFirstOrThrow();
    },

    /** The mails among these invitations that were not sent yet; accepted and revoked ones are gone. */
    async listUnsent(ids: readonly number[]): Promise<UnsentInvitation[]> {
      return db
        .selectFrom('invitation')
        .innerJoin('user as inviter', 'inviter.uid', 'invitation.uid')
        .leftJoin('user as account', 'account.uid', 'invitation.account_uid')
        .select([
          'invitation.invitation_id',
          'invitation.email',
          'invitation.name',
          'invitation.language',
          'invitation.days',
          'inviter.name as inviter',
          'account.username',
        ])
        .where(sql<boolean>`invitation.invitation_id = any(${ids}::bigint[])`)
        .where('invitation.email', '<>', '')
        .where('invitation.sent_time', 'is', null)
        .orderBy('invitation.invitation_id')
        .execute();
    },

    /** Replaces the link of an invitation. It works from now on, for the days of the invitation. */
    async setToken(invitationId: number, tokenHash: Buffer) {
      await db
        .updateTable('invitation')
        .set({
          token_hash: tokenHash,
          expire_time: sql`clock_timestamp() + make_interval(days => days)`,
        })
        .where('invitation_id', '=', invitationId)
        .execute();
    },

    async setSent(invitationId: number) {
      await db
        .updateTable('invitation')
        .set({ sent_time: sql`clock_timestamp()` })
        .where('invitation_id', '=', invitationId)
        .execute();
    },

    /** Prepares another mail, now from this administrator. Undefined for a link or a missing invitation. */
    resend: (invitationId: number, uid: number, days: number | undefined) =>
      db
        .updateTable('invitation')
        .set({
          uid,
          sent_time: null,
          ...(days !== undefined && { days }),
          expire_time: sql`clock_timestamp() + make_interval(days => ${days ?? sql.ref('days')})`,
        })
        .where('invitation_id', '=', invitationId)
        .where('email', '<>', '')
        .returning('email')
        .executeTakeFirst(),

    delete: (invitationId: number) =>
      db
        .deleteFrom('invitation')
        .where('invitation_id', '=', invitationId)
        .returning(['email', 'max_uses'])
        .executeTakeFirst(),

    findByToken: (tokenHash: Buffer) =>
      db
        .selectFrom('invitation')
        .innerJoin('user as inviter', 'inviter.uid', 'invitation.uid')
        .leftJoin('user as account', 'account.uid', 'invitation.account_uid')
        .select(['invitation.name', 'invitation.email', 'inviter.name as inviter'])
        .select('account.username')
        .where('invitation.token_hash', '=', tokenHash)
        .where(IS_VALID)
        .where(IS_OPEN)
        .executeTakeFirst(),

    /** Counts one use; concurrent requests wait for each other, and only `max_uses` of them succeed. */
    use: (tokenHash: Buffer) =>
      db
        .updateTable('invitation')
        .set({ uses: sql`uses + 1` })
        .where('token_hash', '=', tokenHash)
        .where(IS_VALID)
        .where(IS_OPEN)
        .returning(['invitation_id', 'email', 'account_uid', 'groupid', 'uid', 'uses', 'max_uses'])
        .executeTakeFirst(),

    async deleteExpired() {
      await db
        .deleteFrom('invitation')
        .where(sql<boolean>`expire_time < now() - interval '90 days'`)
        .execute();
    },
  };
});
