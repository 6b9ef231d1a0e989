import type { Calls } from '@octavo/contract';
import { captchaForms } from '@octavo/contract/captcha-form';
import { toBuffer } from 'qrcode';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { toSiteIdentity } from '../../http/site-identity.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { userRepository } from '../account/user.repository.ts';

export const commonRoutes: Handlers<Calls['common']> = {
  verify: async ({ deps, client }, { form }) => {
    const { picture, encrypted, seconds } = deps.captchas.draw(form);
    for (const name of form ? [form] : captchaForms) client.setCaptcha(name, encrypted, seconds);
    return { body: picture, headers: { 'cache-control': 'no-store' } };
  },

  homePageSetting: async ({ db }) => {
    const settings = await settingRepository(db).load();
    return {
      home_page: settings.home_page,
      home_item: settings.home_item,
      register_open: settings.register_open ? 1 : 0,
      ...toSiteIdentity(settings),
      help_link: settings.help_link,
      demo_link: settings.demo_link,
      attachment_size_m: settings.attachment_size_m,
      history_version_count: settings.history_version_count,
      password_min_length: settings.password_min_length,
      password_personal_refused: settings.password_personal_refused,
      needs_setup: !(await userRepository(db).hasAdmin()),
    };
  },

  /** Only for URLs of this site; otherwise the site would appear to vouch for foreign URLs. */
  qrcode: async ({ deps }, { url, size }) => {
    // The parsed URL is drawn, because other parsers may find another host in the original text.
    const address = URL.parse(url)?.href ?? '';
    if (!address.startsWith(`${deps.config.publicUrl.origin}/`))
      throw new AppError('foreignAddress');
    const body = await toBuffer(address, { scale: size, margin: 2, errorCorrectionLevel: 'M' });
    return { body, headers: { 'cache-control': 'private, max-age=3600' } };
  },
};

/** ShowDoc's scripts call it on a schedule; jobs run without it. */
export const scriptCronRoutes: Handlers<Calls['scriptCron']> = { run: async () => ({}) };
