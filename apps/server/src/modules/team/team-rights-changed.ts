import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { teamRepository } from './team.repository.ts';

/** Call after every change of the members or the owner of a team, in the same transaction. */
export async function onTeamRightsChanged(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'>,
  teamId: number,
): Promise<void> {
  for (const itemId of await teamRepository(work.db).listItemIds(teamId))
    await onItemRightsChanged(work, ctx, itemId);
}
