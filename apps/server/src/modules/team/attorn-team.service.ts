import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { handOverItem } from '../item/hand-over-item.ts';
import { tell } from '../notice/tell.ts';
import { usernameKey } from '../user/username-key.ts';
import { endLostTeamRights } from './end-lost-team-rights.ts';

type Attorn = Calls['team']['attorn'];

/**
 * Transfers a team; bindings and the rights of members remain. Items included in the transfer are transferred after the
 * team: by then the new owner owns the team, so their binding to it is not removed.
 */
export async function attorn(
  ctx: Ctx<Attorn['access']>,
  { username, with_items }: CallRequest<Attorn>,
) {
  const { repos, grant, viewer } = ctx;
  const heir = await repos.users.findByKey(usernameKey(username));
  if (!heir) throw new AppError('noSuchUser');
  const itemIds = with_items ? await repos.teams.holdOwnItems(grant, viewer.uid) : [];
  if (!(await repos.teams.changeOwner(grant, viewer.uid, heir.uid))) throw new AppError('notFound');
  for (const itemId of itemIds) await handOverItem(ctx, ctx, itemId, viewer.uid, heir.uid);
  await tell(ctx, ctx, [heir.uid], { kind: 'teamTransferred', team_id: grant.teamId });
  await endLostTeamRights(ctx, ctx, grant.teamId);
  return {};
}
