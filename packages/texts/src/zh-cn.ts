import type { Texts } from './translate.ts';
import { errors } from './zh-cn/errors.ts';
import { landing } from './zh-cn/landing.ts';
import { mail } from './zh-cn/mail.ts';
import { shell } from './zh-cn/shell.ts';
import { states } from './zh-cn/states.ts';

export const zhCn: Texts = { errors, landing, mail, shell, states };
