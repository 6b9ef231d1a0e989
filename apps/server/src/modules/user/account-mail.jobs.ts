import { paths } from '@octavo/contract/paths';
import type { Language } from '@octavo/contract/entities';
import { z } from 'zod';
import { siteLanguage } from '../../http/site-identity.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { handleJob } from '../../jobs/worker.ts';
import { hashToken, newToken } from '../../secrets.ts';
import { textIn } from '../../texts.ts';

const VERIFY_MINUTES = 24 * 60;
const RESET_MINUTES = 30;
const MOST_PER_HOUR = 3;

/** The address is encrypted, because the rows of finished jobs stay in the database for a while. */
export const sendResetMail = defineJob({
  name: 'user-reset-mail',
  payload: z.object({ email: z.string() }),
});

export const sendVerifyMail = defineJob({
  name: 'user-verify-mail',
  payload: z.object({ uid: z.int() }),
});

interface Person {
  readonly username: string;
  readonly name: string;
  readonly language: Language | null;
}

function greeting({ deps }: JobContext, person: Person) {
  return {
    language: person.language ?? siteLanguage(deps),
    name: person.name || person.username,
  };
}

/** Undefined when the user has reached the hourly mail limit. The lock serializes concurrent requests of a user. */
function newResetLink({ transaction }: JobContext, { uid, email }: { uid: number; email: string }) {
  const token = newToken();
  return transaction(async ({ users, mailLinks }) => {
    await users.lock(uid);
    if ((await mailLinks.countLastHour(uid, 'reset')) >= MOST_PER_HOUR) return undefined;
    await mailLinks.expire(uid, 'reset');
    await mailLinks.insert({
      uid,
      purpose: 'reset',
      email,
      token_hash: hashToken(token),
      minutes: RESET_MINUTES,
    });
    return token;
  });
}

const resetMail = handleJob(sendResetMail, async (ctx, payload) => {
  const address = ctx.mailSealer.open(payload.email);
  const account =
    address === undefined ? undefined : await ctx.repos.users.findByVerifiedEmail(address);
  if (!account) return;
  const token = await newResetLink(ctx, account);
  if (token === undefined) return;
  const { uid, email } = account;
  const { language, name } = greeting(ctx, account);
  const path = paths.resetPasswordByUrl.href({ uid, email, token });
  const link = new URL(path, ctx.config.publicUrl).href;
  try {
    await ctx.mailer.send({
      to: email,
      subject: textIn(language, 'mail.resetSubject'),
      text: textIn(language, 'mail.resetText', { name, link }),
    });
  } catch (error) {
    // An unsent mail must not count towards the hourly limit, or its retries would exhaust it.
    await ctx.repos.mailLinks.deleteUnsent(hashToken(token));
    throw error;
  }
});

const verifyMail = handleJob(sendVerifyMail, async (ctx, { uid }) => {
  const account = await ctx.repos.users.find(uid);
  if (!account || account.email === '' || account.email_verify > 0) return;
  const holder = await ctx.repos.users.findByVerifiedEmail(account.email);
  if (holder) {
    const { language, name } = greeting(ctx, holder);
    await ctx.mailer.send({
      to: holder.email,
      subject: textIn(language, 'mail.takenSubject'),
      text: textIn(language, 'mail.takenText', { name }),
    });
    return;
  }
  const token = newToken();
  await ctx.transaction(async ({ mailLinks }) => {
    await mailLinks.expire(uid, 'verify');
    await mailLinks.insert({
      uid,
      purpose: 'verify',
      email: account.email,
      token_hash: hashToken(token),
      minutes: VERIFY_MINUTES,
    });
  });
  const { language, name } = greeting(ctx, account);
  const path = paths.verifyEmail.href({ uid, token });
  await ctx.mailer.send({
    to: account.email,
    subject: textIn(language, 'mail.verifySubject'),
    text: textIn(language, 'mail.verifyText', {
      name,
      link: new URL(path, ctx.config.publicUrl).href,
    }),
  });
});

export const accountMailJobs = [resetMail, verifyMail];
