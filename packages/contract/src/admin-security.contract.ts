import { z } from 'zod';
import { securityChange, securityConfig, securityPreview } from './admin-security.entities.ts';
import { admin, auditor } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { secondFactors } from './second-factor.entities.ts';
import { emptyObject, id } from './wire.ts';

export const load = defineCall({
  path: '/api/adminSecurity/load',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Get the security settings, and how many active users have no second factor.',
  request: z.object({}),
  response: securityConfig,
});

export const preview = defineCall({
  path: '/api/adminSecurity/preview',
  kind: 'query',
  access: admin,
  scope: 'none',
  summary:
    'Count the sessions that a change of the security settings ends and the data it deletes.',
  request: securityChange,
  response: securityPreview,
});

export const save = defineCall({
  path: '/api/adminSecurity/save',
  kind: 'command',
  audit: [
    'second_factor_for',
    'second_factor_days',
    'second_factor_provider',
    'session_idle_days',
    'session_max_days',
    'console_confirm_minutes',
    'password_min_length',
    'password_common_refused',
    'password_personal_refused',
    'login_wait_minutes',
    'login_networks_on',
    'login_networks',
    'console_networks_on',
    'console_networks',
    'audit_days',
    'recycle_days',
    'version_days',
  ],
  access: admin,
  scope: 'none',
  summary:
    'Change the security settings. They apply to open sessions at once. A list of networks must contain the address of the caller.',
  reauth: 'recent',
  request: securityChange.extend(confirmationFields),
  response: emptyObject,
});

export const getSecondFactors = defineCall({
  path: '/api/adminSecurity/getSecondFactors',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the second factors of a user, and how many recovery codes are left.',
  request: z.object({ uid: id }),
  response: secondFactors,
});

export const removeSecondFactors = defineCall({
  path: '/api/adminSecurity/removeSecondFactors',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'none',
  summary: 'Remove all second factors of a user who has lost them, and log the user out.',
  reauth: 'factor',
  request: z.object({
    uid: id,
    ...confirmationFields,
  }),
  response: emptyObject,
});
