import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { loadSecurity, removeSecondFactors, saveSecurity } from './admin-security.service.ts';
import { previewSecurity } from '../policy/preview-security.service.ts';
import { confirmLogin, pendingLogin } from './confirm-login.service.ts';
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

export const adminSecurityRoutes: Handlers<Calls['adminSecurity']> = {
  load: loadSecurity,
  preview: previewSecurity,
  save: saveSecurity,
  removeSecondFactors,
};
