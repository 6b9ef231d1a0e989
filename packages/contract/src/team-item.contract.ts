import { z } from 'zod';
import { binding, item, team } from './access.ts';
import { defineCall } from './define-call.ts';
import { bit, id, ids, emptyObject, time } from './wire.ts';

export const getList = defineCall({
  path: '/api/teamItem/getList',
  kind: 'query',
  access: item('own', 'item_id'),
  summary: 'The teams bound to an item.',
  request: z.object({ item_id: id }),
  response: z.array(
    z.object({
      /** The id of the binding. */
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
  summary: 'The items bound to a team.',
  request: z.object({ team_id: id }),
  response: z.array(
    z.object({
      /** The id of the binding. */
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
  summary: 'Bind own items to an own team; its people read them until more is given to them.',
  request: z.object({ team_id: id, item_id: ids }),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/teamItem/delete',
  kind: 'command',
  audit: [],
  access: binding('teamItem', 'id'),
  summary: 'Part a team from an item.',
  request: z.object({ id }),
  response: emptyObject,
});

export { remove as delete };
