import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { bySecretKey } from './secret-link.service.ts';
import { linkOauth2, oauth2, unlinkOauth2 } from './oauth2-login.service.ts';

export const extLoginRoutes: Handlers<Calls['extLogin']> = {
  oauth2,
  linkOauth2,
  unlinkOauth2,
  bySecretKey,
};
