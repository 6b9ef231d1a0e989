import { z } from 'zod';
import { admin, auditor } from './access.ts';
import { lastSave } from './admin-setting.entities.ts';
import { defineCall } from './define-call.ts';
import { secondFactorFor } from './entities.ts';
import { SECURITY_RANGES } from './setting-limits.ts';
import { bit, captchaCode, emptyObject, factorCode, flag, id, integer, secret } from './wire.ts';

export const load = defineCall({
  path: '/api/adminSecurity/load',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Get the security settings, and how many active users have no second factor.',
  request: z.object({}),
  response: z.object({
    second_factor_for: secondFactorFor,
    second_factor_days: z.int(),
    second_factor_provider: bit,
    security_saved: lastSave,
    /** Active users, and how many of them have no second factor of this site: of all, and of the console. */
    users: z.int(),
    users_without: z.int(),
    staff: z.int(),
    staff_without: z.int(),
  }),
});

export const save = defineCall({
  path: '/api/adminSecurity/save',
  kind: 'command',
  audit: ['second_factor_for', 'second_factor_days', 'second_factor_provider'],
  access: admin,
  scope: 'none',
  summary: 'Change the security settings. They apply to open sessions at once.',
  request: z.strictObject({
    second_factor_for: secondFactorFor.optional(),
    second_factor_days: integer(
      SECURITY_RANGES.second_factor_days.min,
      SECURITY_RANGES.second_factor_days.max,
    ).optional(),
    /** Whether a login at the OAuth2 provider counts as one with a second factor. */
    second_factor_provider: flag.optional(),
  }),
  response: emptyObject,
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
    password: secret.optional(),
    factor_code: factorCode.optional(),
    v_code: captchaCode.optional(),
  }),
  response: emptyObject,
});
