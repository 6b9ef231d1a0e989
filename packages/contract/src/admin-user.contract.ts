import { z } from 'zod';
import { admin, auditor } from './access.ts';
import {
  accountSource,
  accountState,
  adminUserRow,
  bulkAction,
  lastSeen,
  secondFactorState,
  skippedUser,
} from './admin.entities.ts';
import { confirmationFields, confirmationWithoutPassword, ownPassword } from './confirmation.ts';
import { defineCall, file } from './define-call.ts';
import { device } from './entities.ts';
import { externalIdentity, identityKind, loginMethods } from './login-method.entities.ts';
import { ADMIN_PAGE_SIZE, MAX_BULK_USERS, MAX_DISPLAY_NAME_LENGTH } from './limits.ts';
import { MAX_EXTERNAL_ID_LENGTH } from './setting-limits.ts';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from './user-group.ts';
import {
  flag,
  id,
  idOrNew,
  ids,
  line,
  emptyObject,
  numeric,
  secret,
  integer,
  username,
  pageNumber,
} from './wire.ts';

const filter = z.object({
  /** A part of the username, the name or the email. */
  username: username.default(''),
  source: accountSource.optional(),
  groupid: integer(1, 3).optional(),
  state: accountState.optional(),
  second_factor: secondFactorState.optional(),
  last_seen: lastSeen.optional(),
});

export const getList = defineCall({
  path: '/api/adminUser/getList',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the accounts that match all given filters, newest first.',
  request: filter.extend({
    page: pageNumber,
    count: integer(1, MAX_BULK_USERS).default(ADMIN_PAGE_SIZE),
  }),
  response: z.object({
    users: z.array(adminUserRow),
    /** At most 1000 when a filter is set. */
    total: z.int(),
  }),
});

const exporting = defineCall({
  path: '/api/adminUser/export',
  method: 'GET',
  kind: 'command',
  audit: ['username', 'source', 'groupid', 'state', 'second_factor', 'last_seen'],
  access: admin,
  scope: 'admin',
  transaction: 'own',
  summary: 'Export the newest 100,000 accounts that match all given filters as CSV.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: filter,
  response: file('text/csv; charset=utf-8'),
});

export { exporting as export };

export const getUser = defineCall({
  path: '/api/adminUser/getUser',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Get an account with the number of its items and teams, as owner or member.',
  request: z.object({ uid: id }),
  response: adminUserRow.extend({ item_count: z.int(), team_count: z.int() }),
});

const bulk = {
  uids: ids,
  action: bulkAction,
  /** Required for `addToTeam`. */
  team_id: id.optional(),
};

export const previewChange = defineCall({
  path: '/api/adminUser/previewChange',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Count the accounts to which an action applies, and list the others with the reason.',
  request: z.object(bulk),
  response: z.object({ applicable: z.int(), skipped: z.array(skippedUser) }),
});

export const changeUsers = defineCall({
  path: '/api/adminUser/changeUsers',
  kind: 'command',
  audit: [],
  auditActions: [
    'adminUser.disableAccount',
    'adminUser.enableAccount',
    'adminUser.revokeDevices',
    'adminUser.setRole',
    'teamMember.save',
  ],
  access: admin,
  scope: 'admin',
  summary:
    'Disable, enable, log out, add to a team or change the role of up to 500 accounts. Accounts to which the action does not apply are skipped.',
  reauth: 'recent',
  request: z.object({ ...bulk, ...confirmationFields }),
  response: z.object({ changed: z.int(), skipped: z.array(skippedUser) }),
});

export const addUser = defineCall({
  path: '/api/adminUser/addUser',
  kind: 'command',
  audit: ['username', 'name'],
  auditActions: ['adminUser.createUser', 'adminUser.updateUser', 'adminUser.resetPassword'],
  access: admin,
  scope: 'admin',
  summary:
    'Create an account, or change its name or password. A new password logs the user out on all devices.',
  transaction: 'own',
  reauth: 'recent',
  ownPasswordField: 'own_password',
  request: z.object({
    /** 0 creates a new account. */
    uid: idOrNew,
    username: username.default(''),
    /** Empty leaves the password unchanged. */
    password: secret.default(''),
    name: line(MAX_DISPLAY_NAME_LENGTH).optional(),
    own_password: ownPassword,
    ...confirmationWithoutPassword,
  }),
  response: z.object({ uid: z.int() }),
});

export const getBelongings = defineCall({
  path: '/api/adminUser/getBelongings',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Count what a user owns and must be transferred before the account can be deleted.',
  request: z.object({ uid: id }),
  response: z.object({ item_count: z.int(), team_count: z.int(), file_count: z.int() }),
});

export const deleteUser = defineCall({
  path: '/api/adminUser/deleteUser',
  kind: 'command',
  audit: ['to_username'],
  access: admin,
  scope: 'admin',
  summary:
    'Delete an account that is not an administrator’s. Its items and teams are transferred to `to_username`.',
  reauth: 'recent',
  request: z.object({ uid: id, to_username: username.default(''), ...confirmationFields }),
  response: emptyObject,
});

export const disableUser = defineCall({
  path: '/api/adminUser/disableUser',
  kind: 'command',
  audit: ['is_disabled'],
  auditActions: ['adminUser.disableAccount', 'adminUser.enableAccount'],
  access: admin,
  scope: 'admin',
  summary:
    'Disable or enable an account that is not an administrator’s. Its items are not affected.',
  reauth: 'recent',
  request: z.object({ uid: id, is_disabled: flag, ...confirmationFields }),
  response: emptyObject,
});

export const setRole = defineCall({
  path: '/api/adminUser/setRole',
  kind: 'command',
  audit: ['groupid'],
  access: admin,
  scope: 'admin',
  summary:
    'Set the role of another user: administrator, user or auditor. The last administrator keeps the role.',
  reauth: 'recent',
  request: z.object({
    uid: id,
    groupid: numeric(z.literal([ADMIN_GROUP, USER_GROUP, AUDITOR_GROUP])),
    ...confirmationFields,
  }),
  response: emptyObject,
});

export const devices = defineCall({
  path: '/api/adminUser/devices',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the devices on which a user is logged in.',
  request: z.object({ uid: id }),
  response: z.array(device),
});

export const revokeDevices = defineCall({
  path: '/api/adminUser/revokeDevices',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'admin',
  summary: 'Log a user out on one device or on all devices.',
  request: z.object({ uid: id, device_id: id.optional() }),
  response: emptyObject,
});

export const getLoginMethods = defineCall({
  path: '/api/adminUser/getLoginMethods',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the login methods of a user: local password, LDAP identity, OAuth2 identity.',
  request: z.object({ uid: id }),
  response: loginMethods,
});

export const setLocalAccess = defineCall({
  path: '/api/adminUser/setLocalAccess',
  kind: 'command',
  audit: ['local_access'],
  access: admin,
  scope: 'none',
  summary:
    'Allow an account of a directory or provider to have a password on this site. Switching it off removes the password and ends all sessions.',
  reauth: 'recent',
  request: z.object({ uid: id, local_access: flag, ...confirmationFields }),
  response: emptyObject,
});

/** A username in the directory, or a user id at the OAuth2 provider. */
const identity = line(MAX_EXTERNAL_ID_LENGTH).refine((value) => value !== '');

export const findIdentity = defineCall({
  path: '/api/adminUser/findIdentity',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Look up an external identity before linking it; LDAP identities by their username.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({ kind: identityKind, identity }),
  response: z.object({
    external_id: z.string(),
    external_username: z.string(),
    name: z.string(),
    /** The distinguished name; empty for OAuth2. */
    dn: z.string(),
    /** The account that the identity is linked to; empty if there is none. */
    linked_username: z.string(),
  }),
});

export const linkIdentity = defineCall({
  path: '/api/adminUser/linkIdentity',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'none',
  summary:
    'Link an external identity to an account. `replace` unlinks the current one of that kind and ends all sessions.',
  transaction: 'own',
  limit: { per: 'user', times: 60, seconds: 600 },
  reauth: 'recent',
  request: z.object({
    uid: id,
    kind: identityKind,
    identity,
    replace: flag.default(false),
    ...confirmationFields,
  }),
  response: externalIdentity,
});

export const unlinkIdentity = defineCall({
  path: '/api/adminUser/unlinkIdentity',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'none',
  summary: 'Unlink the external identity of a kind from an account and end its sessions.',
  reauth: 'recent',
  request: z.object({ uid: id, kind: identityKind, ...confirmationFields }),
  response: emptyObject,
});

const merge = { uid: id, to_username: username };

export const getMerge = defineCall({
  path: '/api/adminUser/getMerge',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Preview what a merge of one account into another moves.',
  request: z.object(merge),
  response: z.object({
    to_username: z.string(),
    to_name: z.string(),
    item_count: z.int(),
    team_count: z.int(),
    file_count: z.int(),
    /** Items and teams in which the account is a member. */
    member_item_count: z.int(),
    member_team_count: z.int(),
    /** External identities that the remaining account has afterwards. */
    identities: z.array(externalIdentity),
    /** Identities that are unlinked: if both accounts have one of the same kind, the more recently linked one remains. */
    unlinked: z.array(externalIdentity),
  }),
});

export const mergeUser = defineCall({
  path: '/api/adminUser/mergeUser',
  kind: 'command',
  audit: ['to_username'],
  access: admin,
  scope: 'none',
  summary:
    'Move everything of an account that is not an administrator’s to `to_username`, then delete the account.',
  reauth: 'recent',
  request: z.object({ ...merge, ...confirmationFields }),
  response: emptyObject,
});
