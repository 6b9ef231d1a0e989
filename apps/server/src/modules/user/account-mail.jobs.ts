import { paths } from '@octavo/contract/paths';
import type { Language } from '@octavo/contract/entities';
import { z } from 'zod';
import { siteLanguage } from '../../http/site-identity.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { handleJob } from '../../jobs/worker.ts';
import { hashToken, newToken } from '../../secrets.ts';
import { translateTo } from '../../texts.ts';
import { SYSTEM } from '../audit/audit-entry.ts';
import type { AuditActor } from '../audit/audit-entry.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { mailLinkRepository } from './mail-link.repository.ts';

const VERIFY_MINUTES = 24 * 60;
const RESET_MINUTES = 30;
const MAX_MAILS_PER_HOUR = 3;

/** The address is encrypted, because the rows of finished jobs stay in the database for a while. */
export const sendResetMail = defineJob({
  name: 'user-reset-mail',
  payload: z.object({
    email: z.string(),
    /** Who asked for it, for the audit log; absent in jobs of older versions. */
    client: z
      .object({ address: z.string(), user_agent: z.string(), request_id: z.string() })
      .optional(),
  }),
});

export const sendVerifyMail = defineJob({
  name: 'user-verify-mail',
  payload: z.object({ uid: z.int() }),
});

interface MailRecipient {
  readonly username: string;
  readonly name: string;
  readonly language: Language | null;
}

function greeting({ deps }: JobContext, recipient: MailRecipient) {
  return {
    language: recipient.language ?? siteLanguage(deps),
    name: recipient.name || recipient.username,
  };
}

/** Undefined when the user has reached the hourly mail limit. The lock serializes concurrent requests of a user. */
function newResetLink(
  { transaction }: JobContext,
  { uid, email }: { uid: number; email: string },
  client: Partial<AuditActor> = {},
) {
  const token = newToken();
  return transaction(async (db) => {
    const mailLinks = mailLinkRepository(db);
    await userRepository(db).lock(uid);
    if ((await mailLinks.countLastHour(uid, 'reset')) >= MAX_MAILS_PER_HOUR) return undefined;
    await mailLinks.expire(uid, 'reset');
    await mailLinks.insert({
      uid,
      purpose: 'reset',
      email,
      token_hash: hashToken(token),
      minutes: RESET_MINUTES,
    });
    const facts = { email };
    await auditRepository(db).insertMany(
      [{ action: 'user.resetPasswordEmail', subject_uid: uid, facts }],
      { ...SYSTEM, actor_kind: 'anonymous', ...client },
    );
    return token;
  });
}

const resetMail = handleJob(sendResetMail, async (ctx, payload) => {
  const address = ctx.mailCipher.decrypt(payload.email);
  const account =
    address === undefined ? undefined : await userRepository(ctx.db).findByVerifiedEmail(address);
  if (!account) return;
  const token = await newResetLink(ctx, account, payload.client);
  if (token === undefined) return;
  const { uid, email } = account;
  const { language, name } = greeting(ctx, account);
  const path = paths.resetPasswordByUrl.href({ uid, email, token });
  const link = new URL(path, ctx.config.publicUrl).href;
  const state = await userRepository(ctx.db).findPasswordState(uid);
  try {
    await ctx.mailer.send({
      to: email,
      subject: translateTo(language, 'mail.resetSubject'),
      // Without local access the link would be rejected. It is still stored, to count towards the hourly limit.
      text: state?.local_access
        ? translateTo(language, 'mail.resetText', { name, link })
        : translateTo(language, 'mail.resetElsewhereText', { name }),
    });
  } catch (error) {
    // An unsent mail must not count towards the hourly limit, or its retries would exhaust it.
    await mailLinkRepository(ctx.db).deleteUnsent(hashToken(token));
    throw error;
  }
});

const verifyMail = handleJob(sendVerifyMail, async (ctx, { uid }) => {
  const account = await userRepository(ctx.db).find(uid);
  if (!account || account.email === '' || account.email_verify > 0) return;
  const emailOwner = await userRepository(ctx.db).findByVerifiedEmail(account.email);
  if (emailOwner) {
    const { language, name } = greeting(ctx, emailOwner);
    await ctx.mailer.send({
      to: emailOwner.email,
      subject: translateTo(language, 'mail.takenSubject'),
      text: translateTo(language, 'mail.takenText', { name }),
    });
    return;
  }
  const token = newToken();
  await ctx.transaction(async (db) => {
    const mailLinks = mailLinkRepository(db);
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
    subject: translateTo(language, 'mail.verifySubject'),
    text: translateTo(language, 'mail.verifyText', {
      name,
      link: new URL(path, ctx.config.publicUrl).href,
    }),
  });
});

export const accountMailJobs = [resetMail, verifyMail];
