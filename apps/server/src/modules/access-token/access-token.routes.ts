import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { create, getList, getTokens, revoke, revokeTokens } from './access-token.service.ts';

export const accessTokenRoutes: Handlers<Calls['accessToken']> = { getList, create, revoke };

export const adminAccessTokenRoutes: Handlers<
  Pick<Calls['adminUser'], 'getTokens' | 'revokeTokens'>
> = { getTokens, revokeTokens };
