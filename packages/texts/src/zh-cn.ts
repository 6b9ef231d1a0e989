import type { Texts } from './translate.ts';
import { administration } from './zh-cn/administration.ts';
import { busy } from './zh-cn/busy.ts';
import { home } from './zh-cn/home.ts';
import { insert } from './zh-cn/insert.ts';
import { live } from './zh-cn/live.ts';
import { mail } from './zh-cn/mail.ts';
import { table } from './zh-cn/table.ts';
import { tree } from './zh-cn/tree.ts';
import { workspace } from './zh-cn/workspace.ts';

export const zhCn: Texts = {
  ...workspace,
  ...administration,
  busy,
  home,
  insert,
  live,
  mail,
  table,
  tree,
};
