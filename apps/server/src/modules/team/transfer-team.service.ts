import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { transferItem } from './transfer-item.ts';
import { notify } from '../notice/notify.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { onTeamRightsChanged } from './team-rights-changed.ts';
import { userRepository } from '../account/user.repository.ts';
import { teamItemRepository } from './team-item.repository.ts';
import { teamRepository } from './team.repository.ts';

type Attorn = Calls['team']['attorn'];

/**
 * Transfers a team; its items stay linked, and members keep their rights. In items of other owners those who join later
 * get no access, because the owner of the item has not chosen the new owner of the team. Items included in the transfer are transferred
 * after the team: by then the new owner owns the team, so the items are not unlinked from it.
 */
export async function attorn(
  ctx: Ctx<Attorn['access']>,
  { username, with_items }: CallRequest<Attorn>,
) {
  const { db, grant, viewer } = ctx;
  const newOwner = await userRepository(db).findByKey(usernameKey(username));
  if (!newOwner) throw new AppError('noSuchUser');
  const linked = await teamRepository(db).lockItems(grant);
  const moved = linked.filter(({ uid, is_deleted }) => uid === viewer.uid && !is_deleted);
  if (!(await teamRepository(db).changeOwner(grant, viewer.uid, newOwner.uid)))
    throw new AppError('notFound');
  ctx.note({ was: { username: viewer.username } });
  for (const { item_id } of with_items ? moved : [])
    await transferItem(ctx, ctx, item_id, viewer.uid, newOwner.uid);
  await teamItemRepository(db).endDefaultRights('team_id', [grant.teamId]);
  await notify(ctx, ctx, [newOwner.uid], { kind: 'teamTransferred', team_id: grant.teamId });
  await onTeamRightsChanged(ctx, ctx, grant.teamId);
  return {};
}
