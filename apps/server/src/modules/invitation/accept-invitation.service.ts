import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { logIn } from '../account/start-login.ts';
import { userRepository } from '../account/user.repository.ts';
import { assertNotReserved, assertUsername } from '../account/username.policy.ts';
import { assertPassword } from '../user/password.policy.ts';
import { assertSamePassword, insertAccount, prepareAccount } from '../user/register.service.ts';
import { invitationRepository } from './invitation.repository.ts';

type Accept = Calls['user']['acceptInvitation'];
type Find = Calls['user']['invitation'];

/** Works while registration is closed. All links that do not work get the same response. */
export async function findInvitation({ db }: Ctx<Find['access']>, { token }: CallRequest<Find>) {
  const invitation = await invitationRepository(db).findByToken(hashToken(token));
  if (!invitation) throw new AppError('linkInvalid');
  return { ...invitation, username: invitation.username ?? '' };
}

/**
 * Counts the use in the transaction that creates the account, so that concurrent requests create no more accounts than
 * the invitation allows. A link from a mail verifies the address that it was sent to.
 */
async function useInvitation(
  work: UnitOfWork,
  tokenHash: Buffer,
  account: (invitation: {
    readonly account_uid: number | null;
    readonly groupid: number;
  }) => Promise<number>,
) {
  const invitations = invitationRepository(work.db);
  const users = userRepository(work.db);
  const invitation = await invitations.use(tokenHash);
  if (!invitation) throw new AppError('linkInvalid');
  const { invitation_id, email, uses, max_uses } = invitation;
  const uid = await account(invitation);
  if (uses === max_uses) await invitations.delete(invitation_id);
  if (email !== '') {
    await users.bindEmail(uid, email);
    // The address belongs to another account by now: its owner logs in there.
    if (!(await users.verifyEmail(uid, email))) throw new AppError('linkInvalid');
  }
  return { uid, inviter_uid: invitation.uid, groupid: invitation.groupid };
}

export async function acceptInvitation(ctx: Ctx<Accept['access']>, input: CallRequest<Accept>) {
  const tokenHash = hashToken(input.token);
  const found = await invitationRepository(ctx.db).findByToken(tokenHash);
  // Before the slow hashing and before the username is looked up: only the holder of a valid link learns more.
  if (!found) throw new AppError('linkInvalid');
  assertSamePassword(input);
  const names = { username: found.username ?? input.username ?? '', email: found.email };
  assertPassword(input.password, names, await ctx.deps.settings.get());
  const newAccount = found.username === null && (await prepareInvited(ctx, input, found));
  const passwordHash = newAccount
    ? newAccount.password_hash
    : await ctx.deps.hasher.hash(input.password);
  return logIn(ctx, { isChange: true }, async (work) => {
    const { uid, inviter_uid, groupid } = await useInvitation(
      work,
      tokenHash,
      async (invitation) => {
        const { account_uid } = invitation;
        if (newAccount)
          return insertAccount(work.db, { ...newAccount, groupid: invitation.groupid });
        if (account_uid === null) throw new AppError('linkInvalid');
        await userRepository(work.db).setPassword(account_uid, passwordHash);
        invalidateAccount(work, ctx, account_uid);
        return account_uid;
      },
    );
    ctx.note({ subject_uid: inviter_uid, facts: { groupid } });
    return uid;
  });
}

function prepareInvited(
  { deps, language }: Ctx<Accept['access']>,
  { username = '', name, password }: CallRequest<Accept>,
  invited: { readonly name: string; readonly email: string },
) {
  assertUsername(username);
  assertNotReserved(username);
  return prepareAccount(
    {
      username,
      password,
      name: name ?? invited.name,
      email: invited.email,
      groupid: USER_GROUP,
      language,
    },
    deps,
  );
}
