import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { translateTo } from '../../texts.ts';
import { mergeForm } from '../setting/merge-form.ts';
import { MAIL_SECRETS, resolveMailConfig, sendTestMail } from './mailer.ts';
import { settingRepository } from '../setting/setting.repository.ts';

type TestMail = Calls['adminSetting']['testMail'];

/** Sends a real mail with settings that need not be saved yet. */
export async function testMail(ctx: Ctx<TestMail['access']>, input: CallRequest<TestMail>) {
  const { mail_setting: stored } = await settingRepository(ctx.db).load();
  const { settingCipher: cipher, config } = ctx.deps;
  const setting = mergeForm(stored, input.mail_setting, MAIL_SECRETS, cipher);
  const mailConfig = resolveMailConfig(setting, { cipher, config });
  if (!mailConfig || mailConfig.from === '')
    throw new AppError('invalidRequest', { field: 'mail_setting.host' });
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const mail = {
    to: input.to,
    subject: translateTo(ctx.language, 'mail.testSubject'),
    text: translateTo(ctx.language, 'mail.testText', { address: config.publicUrl.origin }),
  };
  try {
    await sendTestMail(mailConfig, mail);
    return { is_fine: true, milliseconds: elapsedMs(), fault: '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { is_fine: false, milliseconds: elapsedMs(), fault: message.slice(0, 300) };
  }
}
