import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import {
  getSecondFactors,
  loadSecurity,
  removeSecondFactors,
  saveSecurity,
} from './admin-security.service.ts';
import { previewSecurity } from '../policy/preview-security.service.ts';
import { confirmLogin, pendingLogin } from './confirm-login.service.ts';
import { passkeyLogin, startPasskeyLogin } from './passkey-login.service.ts';
import {
  createPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyConfirmation,
  startPasskeyCreation,
} from './passkey.service.ts';
import {
  confirmTotp,
  createRecoveryCodes,
  removeTotp,
  secondFactorStatus,
  startTotp,
} from './second-factor.service.ts';

export const secondFactorRoutes: Handlers<Calls['secondFactor']> = {
  pending: pendingLogin,
  confirmLogin,
  status: secondFactorStatus,
  startTotp,
  confirmTotp,
  removeTotp,
  createRecoveryCodes,
};

export const passkeyRoutes: Handlers<Calls['passkey']> = {
  startLogin: startPasskeyLogin,
  login: passkeyLogin,
  startConfirmation: startPasskeyConfirmation,
  startCreate: startPasskeyCreation,
  create: createPasskey,
  rename: renamePasskey,
  remove: removePasskey,
};

export const adminSecurityRoutes: Handlers<Calls['adminSecurity']> = {
  load: loadSecurity,
  preview: previewSecurity,
  save: saveSecurity,
  getSecondFactors,
  removeSecondFactors,
};
