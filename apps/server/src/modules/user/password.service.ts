import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { sendResetMail } from './account-mail.jobs.ts';
import { assertPassword } from './password.policy.ts';
import { endSessions, invalidateAccount } from '../account/end-sessions.ts';
import { startLogin } from '../account/start-login.ts';
import type { Connection } from '../../db/connect.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { mailLinkRepository } from './mail-link.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';

type ResetPassword = Calls['user']['resetPassword'];
type ResetPasswordEmail = Calls['user']['resetPasswordEmail'];
type ResetPasswordByUrl = Calls['user']['resetPasswordByUrl'];

/**
 * An account with external identities only gets no local password: it would stay valid after the user leaves the
 * external system.
 */
async function assertLocalPassword(db: Connection, uid: number): Promise<void> {
  if ((await userRepository(db).findCredentials(uid))?.password_hash) return;
  if ((await externalIdentityRepository(db).listKinds(uid)).length > 0)
    throw new AppError('passwordElsewhere');
}

export async function resetPassword(
  ctx: Ctx<ResetPassword['access']>,
  input: CallRequest<ResetPassword>,
) {
  assertPassword(input.new_password);
  const { uid } = ctx.viewer;
  await assertLocalPassword(ctx.db, uid);
  const hashed = await ctx.deps.hasher.hash(input.new_password);
  return ctx.transaction(async (work) => {
    await userRepository(work.db).setPassword(uid, hashed);
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
  await ctx.enqueue(sendResetMail, { email: ctx.deps.mailCipher.encrypt(input.email) });
  return {};
}

export async function resetPasswordByUrl(
  ctx: Ctx<ResetPasswordByUrl['access']>,
  input: CallRequest<ResetPasswordByUrl>,
) {
  assertPassword(input.new_password);
  const hashed = await ctx.deps.hasher.hash(input.new_password);
  return ctx.transaction(async (work) => {
    const users = userRepository(work.db);
    const mailLinks = mailLinkRepository(work.db);
    const devices = deviceRepository(work.db);
    const link = await mailLinks.consume(input.uid, 'reset', hashToken(input.token));
    const account = await users.find(input.uid);
    const isCurrentEmail = account?.email.toLowerCase() === input.email.toLowerCase();
    await assertLocalPassword(work.db, input.uid);
    // A link that was sent to a former address of the account is invalid.
    if (!link || !isCurrentEmail || link.email !== account?.email || account.email_verify === 0)
      throw new AppError('linkInvalid');
    await users.setPassword(input.uid, hashed);
    await devices.revokeAll(input.uid);
    await mailLinks.expire(input.uid, 'reset');
    invalidateAccount(work, ctx, input.uid);
    return startLogin(ctx, work, input.uid, false);
  });
}
