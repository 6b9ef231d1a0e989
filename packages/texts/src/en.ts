import { errors } from './en/errors.ts';
import { landing } from './en/landing.ts';
import { mail } from './en/mail.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';
import { userSetting } from './en/user-setting.ts';
import { user } from './en/user.ts';

export const en = { errors, landing, mail, shell, states, user, userSetting } as const;
