import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import { assertFirstLevelCatalog } from '../member/first-level-catalog.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { assertMayChange, notifyOfRight, teamRightAuditNote } from './change-team-right.ts';
import { teamItemMemberRepository } from './team-item-member.repository.ts';
import { teamItemRepository } from './team-item.repository.ts';
import { changeRight, isSameRight } from './team-right.policy.ts';
import { splitTeamItemMemberId } from '../../access/team-rights.ts';
import type { TeamRight } from '../../access/team-rights.ts';

type TeamItemMember = Calls['teamItemMember'];

/** Changes the right of one member; `write` stores it as an exception or removes the exception. */
async function changeMember(
  ctx: Ctx<TeamItemMember['save']['access']>,
  id: number,
  rightAfter: (before: TeamRight, teamRight: TeamRight) => TeamRight,
  write: (after: TeamRight, teamMemberId: number) => Promise<void>,
): Promise<Record<string, never>> {
  const { db, grant } = ctx;
  const { teamMemberId } = splitTeamItemMemberId(id);
  const item = await itemRepository(db).lock(grant.itemId, 'tree');
  const teamRight = item && (await teamItemRepository(db).lockRight(grant));
  const before = teamRight && (await teamItemMemberRepository(db).find(grant, teamMemberId));
  if (!before) throw new AppError('notFound');
  const after = rightAfter(before, teamRight);
  assertMayChange(ctx, item, before, after);
  await write(after, teamMemberId);
  ctx.note({ subject_uid: before.uid, ...(await teamRightAuditNote(db, before, after)) });
  if (!isSameRight(before, after)) await notifyOfRight(ctx, [before.uid], after);
  await onItemRightsChanged(ctx, ctx, grant.itemId);
  return {};
}

export const teamItemMemberRoutes: Handlers<TeamItemMember> = {
  getList: ({ db, grant }) => teamItemMemberRepository(db).list(grant),

  save: (ctx, { id, ...change }) =>
    changeMember(
      ctx,
      id,
      (before) => changeRight(before, change),
      async (after, teamMemberId) => {
        if (change.cat_id) await assertFirstLevelCatalog(ctx.db, ctx.grant.itemId, change.cat_id);
        await teamItemMemberRepository(ctx.db).save(ctx.grant, teamMemberId, after);
      },
    ),

  delete: (ctx, { id }) =>
    changeMember(
      ctx,
      id,
      (_before, teamRight) => teamRight,
      (_after, teamMemberId) => teamItemMemberRepository(ctx.db).delete(ctx.grant, teamMemberId),
    ),
};
