import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { textIn } from '../../texts.ts';
import { changedForm } from '../setting/changed-form.ts';
import { MAIL_SECRETS, postOf, sendOnce } from './mailer.ts';

type TestMail = Calls['adminSetting']['testMail'];

/** Sends a real mail with settings that need not be saved yet. */
export async function testMail(ctx: Ctx<TestMail['access']>, input: CallRequest<TestMail>) {
  const { mail_setting: present } = await ctx.repos.settings.load();
  const { settingSealer: sealer, config } = ctx.deps;
  const setting = changedForm(present, input.mail_setting, MAIL_SECRETS, sealer);
  const post = postOf(setting, { sealer, config });
  if (!post || post.from === '')
    throw new AppError('invalidRequest', { field: 'mail_setting.host' });
  const begun = performance.now();
  const taken = () => Math.round(performance.now() - begun);
  const mail = {
    to: input.to,
    subject: textIn(ctx.language, 'mail.testSubject'),
    text: textIn(ctx.language, 'mail.testText', { address: config.publicUrl.origin }),
  };
  try {
    await sendOnce(post, mail);
    return { is_fine: true, milliseconds: taken(), fault: '' };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { is_fine: false, milliseconds: taken(), fault: fault.slice(0, 300) };
  }
}
