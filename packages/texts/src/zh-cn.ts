import type { Texts } from './translate.ts';
import { administration } from './zh-cn/administration.ts';
import { mail } from './zh-cn/mail.ts';
import { workspace } from './zh-cn/workspace.ts';

export const zhCn: Texts = { ...workspace, ...administration, mail };
