import { z } from 'zod';
import { teamLink } from './access.ts';
import { defineCall } from './define-call.ts';
import { memberGroup } from './entities.ts';
import { bit, flag, id, idOrZero, emptyObject, time } from './wire.ts';

export const getList = defineCall({
  path: '/api/teamItemMember/getList',
  kind: 'query',
  access: teamLink('pair', 'team_id', 'item_id'),
  scope: 'read',
  summary: 'List all members of a team with their permission in one of its items.',
  request: z.object({ item_id: id, team_id: id }),
  response: z.array(
    z.object({
      /** The id of the member in this item. */
      id: z.int(),
      member_username: z.string(),
      name: z.string(),
      member_group_id: z.int(),
      cat_id: z.int(),
      addtime: time,
      /** 0: no access, for example because the user left the item. */
      is_active: bit,
      /** 0: the member follows the permission of the team. */
      is_exception: bit,
    }),
  ),
});

export const save = defineCall({
  path: '/api/teamItemMember/save',
  kind: 'command',
  audit: ['member_group_id', 'cat_id', 'is_active'],
  access: teamLink('teamItemMember', 'id'),
  scope: 'write',
  summary:
    'Give a team member an exception from the permission of the team in an item; absent fields are unchanged.',
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
  path: '/api/teamItemMember/delete',
  kind: 'command',
  audit: [],
  access: teamLink('teamItemMember', 'id'),
  scope: 'write',
  summary: 'Remove the exception of a team member, who then follows the permission of the team.',
  request: z.object({ id }),
  response: emptyObject,
});

export { remove as delete };
