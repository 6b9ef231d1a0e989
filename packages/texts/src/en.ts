import { administration } from './en/administration.ts';
import { mail } from './en/mail.ts';
import { workspace } from './en/workspace.ts';

export const en = { ...workspace, ...administration, mail };
