import type { Texts } from './translate.ts';
import { errors } from './zh-cn/errors.ts';
import { landing } from './zh-cn/landing.ts';
import { mail } from './zh-cn/mail.ts';
import { page } from './zh-cn/page.ts';
import { reader } from './zh-cn/reader.ts';
import { shell } from './zh-cn/shell.ts';
import { states } from './zh-cn/states.ts';
import { userSetting } from './zh-cn/user-setting.ts';
import { user } from './zh-cn/user.ts';

export const zhCn: Texts = { errors, landing, mail, page, reader, shell, states, user, userSetting };
