import { z } from 'zod';
import { admin, auditor } from './access.ts';
import {
  rejectionReason,
  scimConfig,
  scimLogin,
  scimSubject,
  scimToken,
} from './admin-scim.entities.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { MAX_TOKEN_NAME_LENGTH } from './limits.ts';
import { MAX_DIRECTORY_MAPPINGS } from './setting-limits.ts';
import { AUDITOR_GROUP, USER_GROUP } from './user-group.ts';
import { emptyObject, flag, id, idOrZero, json, line, numeric } from './wire.ts';

const mapping = z.strictObject({
  scim_group_id: line(64).refine((value) => value !== ''),
  team_id: idOrZero,
  // A token outside of this site must not make administrators.
  groupid: numeric(z.literal([USER_GROUP, AUDITOR_GROUP])),
});

export const loadConfig = defineCall({
  path: '/api/adminScim/loadConfig',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary:
    'Get the SCIM tokens without their secrets, the settings, mappings and refused requests.',
  request: z.object({}),
  response: scimConfig,
});

export const saveConfig = defineCall({
  path: '/api/adminScim/saveConfig',
  kind: 'command',
  audit: ['scim_form.login', 'scim_form.subject'],
  access: admin,
  scope: 'admin',
  summary:
    'Save which login provider people of SCIM use, and which groups give teams and roles. `mappings` replaces all of them.',
  reauth: 'recent',
  request: z.strictObject({
    scim_form: json(
      z.strictObject({ login: scimLogin, subject: scimSubject }).partial(),
    ).optional(),
    mappings: json(z.array(mapping).max(MAX_DIRECTORY_MAPPINGS)).optional(),
    ...confirmationFields,
  }),
  response: emptyObject,
});

export const listGroups = defineCall({
  path: '/api/adminScim/listGroups',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Search the SCIM groups by name, for a mapping.',
  request: z.object({ word: line(100).default('') }),
  response: z.array(
    z.object({ scim_group_id: z.string(), display_name: z.string(), people: z.int() }),
  ),
});

export const createToken = defineCall({
  path: '/api/adminScim/createToken',
  kind: 'command',
  audit: ['name'],
  access: admin,
  scope: 'none',
  summary: 'Create a token for an identity provider. The response shows it once.',
  reauth: 'always',
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({
    name: line(MAX_TOKEN_NAME_LENGTH).pipe(z.string().min(1)),
    ...confirmationFields,
  }),
  response: z.object({ token: z.string(), scim_token: scimToken }),
});

export const revokeToken = defineCall({
  path: '/api/adminScim/revokeToken',
  kind: 'command',
  audit: ['id'],
  access: admin,
  scope: 'none',
  summary: 'Revoke a token of an identity provider. It stops working immediately.',
  request: z.object({ id }),
  response: emptyObject,
});

export const allowLink = defineCall({
  path: '/api/adminScim/allowLink',
  kind: 'command',
  audit: ['reason', 'is_allowed'],
  access: admin,
  scope: 'none',
  summary:
    'Allow the next request for a refused SCIM user to link the local account that has the username or email, or take that back.',
  reauth: 'always',
  request: z.object({
    uid: id,
    reason: rejectionReason.extract(['usernameTaken', 'emailTaken']),
    is_allowed: flag,
    ...confirmationFields,
  }),
  response: emptyObject,
});
