import { captchaRepository } from '../modules/captcha/captcha.repository.ts';
import { settingRepository } from '../modules/setting/setting.repository.ts';
import { deviceRepository } from '../modules/user/device.repository.ts';
import { mailLinkRepository } from '../modules/user/mail-link.repository.ts';
import { userRepository } from '../modules/user/user.repository.ts';
import type { Db } from './connect.ts';

/** All SQL of the product, bound to one connection or transaction. */
export function repositories(db: Db) {
  return {
    users: userRepository(db),
    devices: deviceRepository(db),
    mailLinks: mailLinkRepository(db),
    settings: settingRepository(db),
    captchas: captchaRepository(db),
  };
}

export type Repositories = ReturnType<typeof repositories>;
