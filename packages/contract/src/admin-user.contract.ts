import { z } from 'zod';
import { admin } from './access.ts';
import { adminUserRow } from './admin.entities.ts';
import { defineCall } from './define-call.ts';
import { device } from './entities.ts';
import { flag, id, idOrNew, line, nothing, secret, whole } from './wire.ts';

export const getList = defineCall({
  path: '/api/adminUser/getList',
  kind: 'query',
  access: admin,
  summary: 'Everybody who has an account, newest first.',
  request: z.object({
    /** A part of the username or the name. */
    username: line(256).default(''),
    page: whole(1, 2_000_000).default(1),
    count: whole(1, 100).default(7),
  }),
  response: z.object({
    users: z.array(adminUserRow),
    /** Of a search, 1000 at most. */
    total: z.int(),
  }),
});

export const addUser = defineCall({
  path: '/api/adminUser/addUser',
  kind: 'command',
  audit: ['username', 'name'],
  auditAs: ['adminUser.createUser', 'adminUser.updateUser', 'adminUser.resetPassword'],
  access: admin,
  summary:
    'Make an account, or change the name or password of one; a new password logs all its devices out.',
  transaction: 'own',
  request: z.object({
    /** 0 makes a new one. */
    uid: idOrNew,
    username: line(256).default(''),
    /** Empty keeps the present one. */
    password: secret.default(''),
    name: line(64).optional(),
  }),
  response: z.object({ uid: z.int() }),
});

export const getBelongings = defineCall({
  path: '/api/adminUser/getBelongings',
  kind: 'query',
  access: admin,
  summary: 'What somebody owns, which needs another owner before the account can be deleted.',
  request: z.object({ uid: id }),
  response: z.object({ item_count: z.int(), team_count: z.int(), file_count: z.int() }),
});

export const deleteUser = defineCall({
  path: '/api/adminUser/deleteUser',
  kind: 'command',
  audit: ['to_username'],
  access: admin,
  summary:
    'Delete an account that is not an administrator’s. Items and teams need `to_username`, who gets them.',
  request: z.object({ uid: id, to_username: line(256).default('') }),
  response: nothing,
});

export const disableUser = defineCall({
  path: '/api/adminUser/disableUser',
  kind: 'command',
  audit: ['is_disabled'],
  auditAs: ['adminUser.disableAccount', 'adminUser.enableAccount'],
  access: admin,
  summary:
    'Keep somebody who is not an administrator from logging in, or let them again; what they own stays.',
  request: z.object({ uid: id, is_disabled: flag }),
  response: nothing,
});

export const setAdmin = defineCall({
  path: '/api/adminUser/setAdmin',
  kind: 'command',
  audit: ['is_admin'],
  auditAs: ['adminUser.grantAdmin', 'adminUser.revokeAdmin'],
  access: admin,
  summary:
    'Grant the administrator role to somebody else, or revoke it. The last administrator keeps it.',
  request: z.object({ uid: id, is_admin: flag }),
  response: nothing,
});

export const devices = defineCall({
  path: '/api/adminUser/devices',
  kind: 'query',
  access: admin,
  summary: 'Where somebody is logged in.',
  request: z.object({ uid: id }),
  response: z.array(device),
});

export const revokeDevices = defineCall({
  path: '/api/adminUser/revokeDevices',
  kind: 'command',
  audit: [],
  access: admin,
  summary: 'Log somebody out on one device, or everywhere.',
  request: z.object({ uid: id, device_id: id.optional() }),
  response: nothing,
});
