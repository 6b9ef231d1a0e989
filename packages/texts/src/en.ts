import { errors } from './en/errors.ts';
import { landing } from './en/landing.ts';
import { mail } from './en/mail.ts';
import { page } from './en/page.ts';
import { reader } from './en/reader.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';
import { userSetting } from './en/user-setting.ts';
import { user } from './en/user.ts';

export const en = { errors, landing, mail, page, reader, shell, states, user, userSetting } as const;
