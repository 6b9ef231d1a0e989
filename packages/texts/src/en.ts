import { errors } from './en/errors.ts';
import { mail } from './en/mail.ts';

export const en = { errors, mail } as const;
