import { z } from 'zod';
import { lastSave } from './admin-setting.entities.ts';
import { identityKind } from './login-method.entities.ts';
import { bit, time } from './wire.ts';

/** The login provider that people of SCIM use. */
export const scimLogin = z.enum(['none', ...identityKind.options]);

/** The attribute of a SCIM user that is the immutable id of the person at the login provider. */
export const scimSubject = z.enum(['externalId', 'userName', 'employeeNumber']);
export type ScimSubject = z.output<typeof scimSubject>;

/**
 * Why a request was refused. `usernameTaken`, `emailTaken`: a local account has it. `administrator`: the account is one
 * of an administrator, which SCIM neither links nor changes.
 */
export const rejectionReason = z.enum(['usernameTaken', 'emailTaken', 'administrator']);
export type RejectionReason = z.output<typeof rejectionReason>;

export const scimToken = z.object({
  id: z.int(),
  name: z.string(),
  /** The first characters of the token. */
  prefix: z.string(),
  /** The administrator who created it. */
  username: z.string(),
  addtime: time,
  last_used_time: time.nullable(),
  /** The IP address of the last request; empty if there was none. */
  last_address: z.string(),
});
export type ScimToken = z.output<typeof scimToken>;

export const scimMapping = z.object({
  scim_group_id: z.string(),
  display_name: z.string(),
  /** 0: no team. */
  team_id: z.int(),
  team_name: z.string(),
  /** The role of the members, user or auditor; the highest of all their groups counts. */
  groupid: z.int(),
  people: z.int(),
});
export type ScimMapping = z.output<typeof scimMapping>;

export const scimRejection = z.object({
  uid: z.int(),
  /** The account of this site. */
  username: z.string(),
  reason: rejectionReason,
  /** The userName of the request. */
  user_name: z.string(),
  is_allowed: bit,
  addtime: time,
});
export type ScimRejection = z.output<typeof scimRejection>;

export const scimConfig = z.object({
  base_url: z.string(),
  tokens: z.array(scimToken),
  scim_form: z.object({ login: scimLogin, subject: scimSubject }),
  /** Whether the site accepts logins of that kind now. */
  ldap_open: bit,
  oauth2_open: bit,
  mappings: z.array(scimMapping),
  scim_saved: lastSave,
  counts: z.object({ people: z.int(), disabled: z.int(), groups: z.int() }),
  /** The newest 100 of the last 30 days. */
  rejections: z.array(scimRejection),
});
export type ScimConfig = z.output<typeof scimConfig>;
