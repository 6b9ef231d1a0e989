import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { loadConfig, saveConfig, testStorage } from './admin-setting.service.ts';

export const adminSettingRoutes: Handlers<Calls['adminSetting']> = {
  loadConfig,
  saveConfig,
  testStorage,
};
