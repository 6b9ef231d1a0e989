import { administration } from './en/administration.ts';
import { busy } from './en/busy.ts';
import { home } from './en/home.ts';
import { insert } from './en/insert.ts';
import { live } from './en/live.ts';
import { mail } from './en/mail.ts';
import { table } from './en/table.ts';
import { tree } from './en/tree.ts';
import { workspace } from './en/workspace.ts';

export const en = {
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
