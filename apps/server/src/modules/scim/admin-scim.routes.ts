import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import {
  allowLink,
  createToken,
  listGroups,
  loadConfig,
  revokeToken,
  saveConfig,
} from './admin-scim.service.ts';

export const adminScimRoutes: Handlers<Calls['adminScim']> = {
  loadConfig,
  saveConfig,
  listGroups,
  createToken,
  revokeToken,
  allowLink,
};
