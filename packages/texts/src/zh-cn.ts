import type { Texts } from './translate.ts';
import { errors } from './zh-cn/errors.ts';
import { mail } from './zh-cn/mail.ts';

export const zhCn: Texts = { errors, mail };
