import { z } from 'zod';
import { teamLink } from './access.ts';
import { defineCall } from './define-call.ts';
import { memberGroup } from './entities.ts';
import { bit, id, idOrZero, emptyObject, time } from './wire.ts';

export const getList = defineCall({
  path: '/api/teamItemMember/getList',
  kind: 'query',
  access: teamLink('pair', 'team_id', 'item_id'),
  summary: 'List the permissions of team members in one of the team’s items.',
  request: z.object({ item_id: id, team_id: id }),
  response: z.array(
    z.object({
      id: z.int(),
      member_username: z.string(),
      name: z.string(),
      member_group_id: z.int(),
      cat_id: z.int(),
      addtime: time,
      /** 0 for a user who left the item or whom the item's owner has not admitted. */
      is_active: bit,
    }),
  ),
});

export const save = defineCall({
  path: '/api/teamItemMember/save',
  kind: 'command',
  audit: ['member_group_id', 'cat_id'],
  access: teamLink('teamItemMember', 'id'),
  summary: 'Set the permission of a team member in an item; absent fields are unchanged.',
  request: z.object({
    id,
    member_group_id: memberGroup.optional(),
    cat_id: idOrZero.optional(),
  }),
  response: emptyObject,
});
