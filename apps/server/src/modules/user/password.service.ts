import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { sendResetMail } from './account-mail.jobs.ts';
import { assertPassword } from './password.policy.ts';
import { endAllAccess, endSessions, invalidateAccount } from '../account/end-sessions.ts';
import { logIn } from '../account/start-login.ts';
import type { Connection } from '../../db/connect.ts';
import { userRepository } from '../account/user.repository.ts';
import { mailLinkRepository } from './mail-link.repository.ts';

type ResetPassword = Calls['user']['resetPassword'];
type ResetPasswordEmail = Calls['user']['resetPasswordEmail'];
type ResetPasswordByUrl = Calls['user']['resetPasswordByUrl'];

/**
 * An account that an external login has created gets no local password, unless an administrator has switched local
 * access on: the password would stay valid after the user leaves the external system.
 */
async function assertLocalAccess(db: Connection, uid: number): Promise<void> {
  const state = await userRepository(db).findPasswordState(uid);
  if (state && !state.local_access) throw new AppError('passwordElsewhere');
}

/** Checks the new password of an existing account. For an unknown one only the rules without its names apply. */
export async function assertNewPassword(
  { db, deps }: Pick<Ctx, 'db' | 'deps'>,
  uid: number,
  password: string,
): Promise<void> {
  const account = await userRepository(db).findNames(uid);
  assertPassword(password, account ?? { username: '' }, await deps.settings.get());
}

export async function resetPassword(
  ctx: Ctx<ResetPassword['access']>,
  input: CallRequest<ResetPassword>,
) {
  const { uid } = ctx.viewer;
  await assertNewPassword(ctx, uid, input.new_password);
  await assertLocalAccess(ctx.db, uid);
  const hashed = await ctx.deps.hasher.hash(input.new_password);
  return ctx.transaction(async (work) => {
    await userRepository(work.db).lock(uid);
    await assertLocalAccess(work.db, uid);
    await userRepository(work.db).setPassword(uid, hashed);
    ctx.note({ replaced: ['password'] });
    await mailLinkRepository(work.db).expire(uid, 'reset');
    await endSessions(work, ctx, uid);
    return {};
  });
}

/** Takes the same time for known and unknown addresses, because only the job looks up the account. */
export async function resetPasswordEmail(
  ctx: Ctx<ResetPasswordEmail['access']>,
  input: CallRequest<ResetPasswordEmail>,
) {
  const { address, userAgent, requestId } = ctx.client;
  await ctx.enqueue(sendResetMail, {
    email: ctx.deps.mailCipher.encrypt(input.email),
    client: { address, user_agent: userAgent, request_id: requestId },
  });
  return {};
}

export async function resetPasswordByUrl(
  ctx: Ctx<ResetPasswordByUrl['access']>,
  input: CallRequest<ResetPasswordByUrl>,
) {
  // The address of the link, not the one of the account: only the holder of the link may learn anything about it.
  const owner = { username: '', email: input.email };
  assertPassword(input.new_password, owner, await ctx.deps.settings.get());
  const hashed = await ctx.deps.hasher.hash(input.new_password);
  return logIn(ctx, { isChange: true }, async (work) => {
    const users = userRepository(work.db);
    const mailLinks = mailLinkRepository(work.db);
    const link = await mailLinks.consume(input.uid, 'reset', hashToken(input.token));
    const account = await users.find(input.uid);
    const isCurrentEmail = account?.email.toLowerCase() === input.email.toLowerCase();
    // A link that was sent to a former address of the account is invalid.
    if (!link || !isCurrentEmail || link.email !== account?.email || account.email_verify === 0)
      throw new AppError('linkInvalid');
    await users.lock(input.uid);
    await assertNewPassword({ ...ctx, db: work.db }, input.uid, input.new_password);
    await assertLocalAccess(work.db, input.uid);
    await users.setPassword(input.uid, hashed);
    ctx.note({ replaced: ['password'] });
    await endAllAccess(work.db, input.uid);
    await mailLinks.expire(input.uid, 'reset');
    invalidateAccount(work, ctx, input.uid);
    return input.uid;
  });
}
