import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { Language } from '@octavo/contract/entities';
import { MAX_INVITED_PEOPLE } from '@octavo/contract/limits';
import { paths } from '@octavo/contract/paths';
import type { MailAddress } from '@octavo/contract/mail-address';
import { AppError } from '../../app-error.ts';
import { toSlice } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken, newToken } from '../../secrets.ts';
import { resolveMailConfig } from '../mail/mailer.ts';
import { sendInvitationMails } from './invitation-mail.jobs.ts';
import { invitationRepository } from './invitation.repository.ts';
import type { InvitedAccount } from './invitation.repository.ts';

type AdminUser = Calls['adminUser'];

/** The audit entry names at most this many people. */
const MAX_AUDITED_PEOPLE = 50;

export async function hasMailServer({ deps }: Pick<Ctx, 'deps'>): Promise<boolean> {
  const { mail_setting } = await deps.settings.get();
  const { settingCipher: cipher, config } = deps;
  return resolveMailConfig(mail_setting, { cipher, config }) !== undefined;
}

export async function getInvitations(
  ctx: Ctx<AdminUser['getInvitations']['access']>,
  input: CallRequest<AdminUser['getInvitations']>,
) {
  const invitations = invitationRepository(ctx.db);
  const { total, without_account } = await invitations.count();
  return {
    invitations: await invitations.list(toSlice(input, total)),
    total,
    without_account,
    has_mail: await hasMailServer(ctx),
  };
}

/** Each address once; the first name counts. */
function distinctPeople(people: readonly MailAddress[]): MailAddress[] {
  const byEmail = new Map<string, MailAddress>();
  for (const person of people)
    if (!byEmail.has(person.email.toLowerCase())) byEmail.set(person.email.toLowerCase(), person);
  return [...byEmail.values()];
}

async function splitPeople({ db }: Pick<Ctx, 'db'>, sent: readonly MailAddress[]) {
  const people = distinctPeople(sent);
  const known = await invitationRepository(db).listKnown(people.map(({ email }) => email));
  const left_out = people.flatMap(({ email }) => {
    const reason = known.get(email.toLowerCase());
    return reason ? [{ email, reason }] : [];
  });
  return { left_out, people: people.filter(({ email }) => !known.has(email.toLowerCase())) };
}

export async function checkInvited(
  ctx: Ctx<AdminUser['checkInvited']['access']>,
  input: CallRequest<AdminUser['checkInvited']>,
) {
  return { left_out: (await splitPeople(ctx, input.people)).left_out };
}

export async function invite(
  ctx: Ctx<AdminUser['invite']['access']>,
  { groupid, days, language, ...input }: CallRequest<AdminUser['invite']>,
) {
  const { people, left_out } = await splitPeople(ctx, input.people);
  const terms = { uid: ctx.viewer.uid, groupid, days, language: language ?? ctx.language };
  const rows = await invitationRepository(ctx.db).insertForMails(people, terms);
  const invited = rows.map(({ email }) => email);
  if (rows.length > 0)
    await ctx.enqueue(sendInvitationMails, {
      invitation_ids: rows.map(({ invitation_id }) => invitation_id),
    });
  ctx.note({ facts: { count: invited.length, emails: invited.slice(0, MAX_AUDITED_PEOPLE) } });
  // Another administrator may have invited the same people a moment ago.
  const isInvited = new Set(invited.map((email) => email.toLowerCase()));
  const concurrent = people
    .filter(({ email }) => !isInvited.has(email.toLowerCase()))
    .map(({ email }) => ({ email, reason: 'invited' as const }));
  return { invited, left_out: [...left_out, ...concurrent] };
}

/** Invites the people of imported accounts. Returns the number of new invitations. */
export async function inviteAccounts(
  ctx: Pick<Ctx<AdminUser['invite']['access']>, 'db' | 'enqueue' | 'viewer'>,
  accounts: readonly InvitedAccount[],
  terms: { readonly days: number; readonly language: Language },
): Promise<number> {
  let count = 0;
  for (let at = 0; at < accounts.length; at += MAX_INVITED_PEOPLE) {
    const batch = accounts.slice(at, at + MAX_INVITED_PEOPLE);
    const invitation_ids = await invitationRepository(ctx.db).insertForAccounts(batch, {
      uid: ctx.viewer.uid,
      ...terms,
    });
    if (invitation_ids.length > 0) await ctx.enqueue(sendInvitationMails, { invitation_ids });
    count += invitation_ids.length;
  }
  return count;
}

export async function createInviteLink(
  ctx: Ctx<AdminUser['createInviteLink']['access']>,
  { groupid, days, max_uses }: CallRequest<AdminUser['createInviteLink']>,
) {
  const token = newToken();
  const terms = { uid: ctx.viewer.uid, groupid, days, max_uses, language: ctx.language };
  const invitation_id = await invitationRepository(ctx.db).insertLink(hashToken(token), terms);
  ctx.note({ facts: { invitation_id } });
  const link = new URL(paths.invitation.href({ token }), ctx.deps.config.publicUrl).href;
  return { invitation_id, link };
}

export async function resendInvitation(
  ctx: Ctx<AdminUser['resendInvitation']['access']>,
  { invitation_id, days }: CallRequest<AdminUser['resendInvitation']>,
) {
  const invitation = await invitationRepository(ctx.db).resend(invitation_id, ctx.viewer.uid, days);
  if (!invitation) throw new AppError('notFound');
  await ctx.enqueue(sendInvitationMails, { invitation_ids: [invitation_id] });
  ctx.note({ facts: { emails: [invitation.email] }, replaced: ['link'] });
  return {};
}

export async function revokeInvitation(
  ctx: Ctx<AdminUser['revokeInvitation']['access']>,
  { invitation_id }: CallRequest<AdminUser['revokeInvitation']>,
) {
  const invitation = await invitationRepository(ctx.db).delete(invitation_id);
  if (!invitation) throw new AppError('notFound');
  const { email, max_uses } = invitation;
  ctx.note({ facts: email === '' ? { max_uses } : { emails: [email] } });
  return {};
}
