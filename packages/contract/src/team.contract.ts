import { z } from 'zod';
import { team, user } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { MAX_TEAM_NAME_LENGTH } from './limits.ts';
import { flag, id, idOrNew, line, emptyObject, time, username } from './wire.ts';

export const getList = defineCall({
  path: '/api/team/getList',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the caller’s teams, newest first, with the numbers of members and items.',
  request: z.object({}),
  response: z.array(
    z.object({
      id: z.int(),
      team_name: z.string(),
      addtime: time,
      memberCount: z.int(),
      itemCount: z.int(),
    }),
  ),
});

export const save = defineCall({
  path: '/api/team/save',
  kind: 'command',
  audit: ['team_name'],
  auditActions: ['team.add', 'team.rename'],
  access: user,
  scope: 'write',
  summary: 'Create or rename a team.',
  request: z.object({ id: idOrNew, team_name: line(MAX_TEAM_NAME_LENGTH) }),
  response: z.object({ id: z.int() }),
});

const remove = defineCall({
  path: '/api/team/delete',
  kind: 'command',
  audit: [],
  access: team('own', 'id'),
  scope: 'write',
  summary: 'Delete a team. The permissions that it gave its members end.',
  request: z.object({ id }),
  response: emptyObject,
});

export const attorn = defineCall({
  path: '/api/team/attorn',
  kind: 'command',
  audit: ['username', 'with_items'],
  access: team('own', 'team_id'),
  scope: 'none',
  summary: 'Transfer a team to another user, optionally with the caller’s items linked to it.',
  reauth: 'recent',
  request: z.object({
    team_id: id,
    username,
    ...confirmationFields,
    with_items: flag.default(false),
  }),
  response: emptyObject,
});

export { remove as delete };
