import { z } from 'zod';
import { item, team, teamLink } from './access.ts';
import { defineCall } from './define-call.ts';
import { bit, id, ids, emptyObject, time } from './wire.ts';

export const getList = defineCall({
  path: '/api/teamItem/getList',
  kind: 'query',
  access: item('own', 'item_id'),
  summary: 'List the teams linked to an item.',
  request: z.object({ item_id: id }),
  response: z.array(
    z.object({
      /** The id of the link. */
      id: z.int(),
      team_id: z.int(),
      item_id: z.int(),
      item_name: z.string(),
      team_name: z.string(),
      /** The owner of the team. */
      username: z.string(),
      memberCount: z.int(),
      addtime: time,
    }),
  ),
});

export const getListByTeam = defineCall({
  path: '/api/teamItem/getListByTeam',
  kind: 'query',
  access: team('own', 'team_id'),
  summary: 'List the items linked to a team.',
  request: z.object({ team_id: id }),
  response: z.array(
    z.object({
      /** The id of the link. */
      id: z.int(),
      team_id: z.int(),
      item_id: z.int(),
      item_name: z.string(),
      item_domain: z.string(),
      item_type: z.int(),
      /** 1 if the caller also owns the item and may therefore extend rights in it. */
      creator: bit,
      addtime: time,
    }),
  ),
});

export const save = defineCall({
  path: '/api/teamItem/save',
  kind: 'command',
  audit: [],
  access: team('own', 'team_id'),
  summary: 'Link the caller’s items to the caller’s team. Members can read them by default.',
  request: z.object({ team_id: id, item_id: ids }),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/teamItem/delete',
  kind: 'command',
  audit: [],
  access: teamLink('teamItem', 'id'),
  summary: 'Unlink a team from an item.',
  request: z.object({ id }),
  response: emptyObject,
});

export { remove as delete };
