import { paths } from '@octavo/contract/paths';
import { z } from 'zod';
import { siteLanguage } from '../../http/site-identity.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { translateTo } from '../../texts.ts';
import { userRepository } from '../account/user.repository.ts';

const change = z.enum([
  'totpOn',
  'totpMoved',
  'totpOff',
  'passkeyOn',
  'passkeyOff',
  'newCodes',
  'recoveryUsed',
  'removedByAdmin',
]);
export type FactorChange = z.output<typeof change>;

/** Tells the owner of an account that its second factors have changed, since another person may have made the change. */
export const sendSecondFactorMail = defineJob({
  name: 'second-factor-mail',
  payload: z.object({ uid: z.int(), change }),
});

const secondFactorMail = handleJob(sendSecondFactorMail, async (ctx, payload) => {
  const account = await userRepository(ctx.db).find(payload.uid);
  if (!account || account.email_verify === 0) return;
  const language = account.language ?? siteLanguage(ctx.deps);
  await ctx.mailer.send({
    to: account.email,
    subject: translateTo(language, 'mail.factorSubject'),
    text: translateTo(language, 'mail.factorText', {
      name: account.name || account.username,
      change: translateTo(language, `mail.factor_${payload.change}`),
      link: new URL(paths.userSetting.href({ tab: 'security' }), ctx.config.publicUrl).href,
    }),
  });
});

export const secondFactorJobs = [secondFactorMail];
