import { z } from 'zod';
import { ownerOf, team } from './access.ts';
import { defineCall } from './define-call.ts';
import { id, emptyObject, time, usernames } from './wire.ts';

export const getList = defineCall({
  path: '/api/teamMember/getList',
  kind: 'query',
  access: team('own', 'team_id'),
  scope: 'read',
  summary: 'List the members of a team, in the order in which they were added.',
  request: z.object({ team_id: id }),
  response: z.array(
    z.object({
      id: z.int(),
      team_id: z.int(),
      member_username: z.string(),
      name: z.string(),
      addtime: time,
    }),
  ),
});

export const save = defineCall({
  path: '/api/teamMember/save',
  kind: 'command',
  audit: ['member_username'],
  access: team('own', 'team_id'),
  scope: 'write',
  summary: 'Add members to a team. They get the permission of the team in each of its items.',
  request: z.object({ team_id: id, member_username: usernames }),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/teamMember/delete',
  kind: 'command',
  audit: [],
  access: ownerOf('teamMember', 'id'),
  scope: 'write',
  summary: 'Remove a member from a team and its items.',
  request: z.object({ id }),
  response: emptyObject,
});

export { remove as delete };
