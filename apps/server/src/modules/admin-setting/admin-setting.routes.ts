import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import {
  checkOidc,
  discoverOauth2,
  loadOauth2Config,
  saveOauth2Config,
  testOauth2,
} from '../ext-login/admin-oauth2.service.ts';
import { loadLdapConfig, saveLdapConfig, testLdap } from '../ext-login/admin-ldap.service.ts';
import {
  getLoginSecretKey,
  resetLoginSecretKey,
  saveLoginLinks,
} from '../ext-login/secret-link.service.ts';
import { testMail } from '../mail/admin-mail.service.ts';
import { loadConfig, saveConfig, testStorage } from './admin-setting.service.ts';
import { uploadLogo } from './site-logo.service.ts';

export const adminSettingRoutes: Handlers<Calls['adminSetting']> = {
  loadConfig,
  saveConfig,
  uploadLogo,
  testStorage,
  testMail,
  loadLdapConfig,
  saveLdapConfig,
  testLdap,
  loadOauth2Config,
  saveOauth2Config,
  testOauth2,
  discoverOauth2,
  checkOidc,
  getLoginSecretKey,
  resetLoginSecretKey,
  saveLoginLinks,
};
