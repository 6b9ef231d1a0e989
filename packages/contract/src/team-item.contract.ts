import { z } from 'zod';
import { item, team, teamLink } from './access.ts';
import { defineCall } from './define-call.ts';
import { memberGroup } from './entities.ts';
import { bit, flag, id, idOrZero, ids, emptyObject, time } from './wire.ts';

/** The right of all members of the team without an exception, also of those who join later. */
const defaultRight = {
  member_group_id: z.int(),
  /** 0 means all catalogs. */
  cat_id: z.int(),
  /** 0: no access. */
  is_active: bit,
};

export const getList = defineCall({
  path: '/api/teamItem/getList',
  kind: 'query',
  access: item('own', 'item_id'),
  scope: 'read',
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
      ...defaultRight,
      addtime: time,
    }),
  ),
});

export const getListByTeam = defineCall({
  path: '/api/teamItem/getListByTeam',
  kind: 'query',
  access: team('own', 'team_id'),
  scope: 'read',
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
      ...defaultRight,
      addtime: time,
    }),
  ),
});

export const save = defineCall({
  path: '/api/teamItem/save',
  kind: 'command',
  audit: ['member_group_id', 'is_active'],
  access: team('own', 'team_id'),
  scope: 'write',
  summary:
    'Link the caller’s items to the caller’s team, with the permission of all members; by default they can read them.',
  request: z.object({
    team_id: id,
    item_id: ids,
    member_group_id: memberGroup.optional(),
    is_active: flag.optional(),
  }),
  response: emptyObject,
});

export const setRight = defineCall({
  path: '/api/teamItem/setRight',
  kind: 'command',
  audit: ['member_group_id', 'cat_id', 'is_active'],
  access: teamLink('teamItem', 'id'),
  scope: 'write',
  summary:
    'Set the permission of all members of a team in an item, also of those who join later, except for those with an exception; absent fields are unchanged.',
  request: z.object({
    id,
    member_group_id: memberGroup.optional(),
    cat_id: idOrZero.optional(),
    /** 0: no access. A `member_group_id` without it gives access. */
    is_active: flag.optional(),
  }),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/teamItem/delete',
  kind: 'command',
  audit: [],
  access: teamLink('teamItem', 'id'),
  scope: 'write',
  summary: 'Unlink a team from an item.',
  request: z.object({ id }),
  response: emptyObject,
});

export { remove as delete };
