import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { sendVerifyMail } from './account-mail.jobs.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { userRepository } from '../account/user.repository.ts';
import { assertNotMaintained, emailMaintainer, maintainerOf } from '../ext-login/maintainer.ts';
import { mailLinkRepository } from './mail-link.repository.ts';

type UpdateEmail = Calls['user']['updateEmail'];
type SendVerifyEmail = Calls['user']['sendVerifyEmail'];
type VerifyEmail = Calls['user']['verifyEmail'];

/** The response is the same for a taken address; its owner is notified by mail. */
export async function updateEmail(
  ctx: Ctx<UpdateEmail['access']>,
  input: CallRequest<UpdateEmail>,
) {
  const { uid, email, email_verify } = ctx.viewer;
  if (email.toLowerCase() === input.email.toLowerCase() && email_verify > 0) return {};
  const state = await userRepository(ctx.db).findPasswordState(uid);
  if (!state) throw new AppError('noSuchUser');
  const settings = await ctx.deps.settings.get();
  const maintainer = await maintainerOf(ctx.db, ctx.viewer, settings);
  assertNotMaintained(emailMaintainer(maintainer, state, settings));
  await userRepository(ctx.db).bindEmail(uid, input.email);
  ctx.note({ facts: { email: input.email }, was: { email } });
  await mailLinkRepository(ctx.db).expire(uid, 'reset');
  await ctx.enqueue(sendVerifyMail, { uid });
  invalidateAccount(ctx, ctx, uid);
  return {};
}

export async function sendVerifyEmail(ctx: Ctx<SendVerifyEmail['access']>) {
  const { uid, email, email_verify } = ctx.viewer;
  if (email === '' || email_verify > 0) return {};
  await userRepository(ctx.db).setEmailSent(uid);
  await ctx.enqueue(sendVerifyMail, { uid });
  invalidateAccount(ctx, ctx, uid);
  return {};
}

export async function verifyEmail(
  ctx: Ctx<VerifyEmail['access']>,
  input: CallRequest<VerifyEmail>,
) {
  const link = await mailLinkRepository(ctx.db).consume(
    input.uid,
    'verify',
    hashToken(input.token),
  );
  if (!link || !(await userRepository(ctx.db).verifyEmail(input.uid, link.email)))
    throw new AppError('linkInvalid');
  invalidateAccount(ctx, ctx, input.uid);
  // The link may be opened without a login.
  const account = await userRepository(ctx.db).find(input.uid);
  ctx.note({
    facts: { email: link.email, is_verified: true },
    was: { is_verified: false, email: link.email },
    ...(account && { actor: account }),
  });
  return {};
}
