import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { backchannelLogout } from './backchannel-logout.service.ts';
import { bySecretKey } from './secret-link.service.ts';
import { linkOauth2, oauth2 } from './oauth2-login.service.ts';
import {
  confirmLink,
  linkLdap,
  loginMethods,
  pendingLink,
  unlinkLdap,
  unlinkOauth2,
} from './own-identity.service.ts';

export const extLoginRoutes: Handlers<Calls['extLogin']> = {
  oauth2,
  backchannelLogout,
  linkOauth2,
  unlinkOauth2,
  loginMethods,
  linkLdap,
  unlinkLdap,
  pendingLink,
  confirmLink,
  bySecretKey,
};
