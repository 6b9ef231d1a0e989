import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { sendVerifyMail } from './account-mail.jobs.ts';
import { invalidateAccount } from '../account/end-sessions.ts';

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
  await ctx.repos.users.bindEmail(uid, input.email);
  await ctx.repos.mailLinks.expire(uid, 'reset');
  await ctx.enqueue(sendVerifyMail, { uid });
  invalidateAccount(ctx, ctx, uid);
  return {};
}

export async function sendVerifyEmail(ctx: Ctx<SendVerifyEmail['access']>) {
  const { uid, email, email_verify } = ctx.viewer;
  if (email === '' || email_verify > 0) return {};
  await ctx.repos.users.setEmailSent(uid);
  await ctx.enqueue(sendVerifyMail, { uid });
  invalidateAccount(ctx, ctx, uid);
  return {};
}

export async function verifyEmail(
  ctx: Ctx<VerifyEmail['access']>,
  input: CallRequest<VerifyEmail>,
) {
  const link = await ctx.repos.mailLinks.consume(input.uid, 'verify', hashToken(input.token));
  if (!link || !(await ctx.repos.users.verifyEmail(input.uid, link.email)))
    throw new AppError('linkInvalid');
  invalidateAccount(ctx, ctx, input.uid);
  return {};
}
