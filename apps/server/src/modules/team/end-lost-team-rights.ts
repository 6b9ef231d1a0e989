import type { Ctx, Work } from '../../http/context.ts';
import { endLostRights } from '../item/end-lost-rights.ts';

/** Call after every change of the members or the owner of a team, in the same transaction. */
export async function endLostTeamRights(
  work: Work,
  ctx: Pick<Ctx, 'deps'>,
  teamId: number,
): Promise<void> {
  for (const itemId of await work.repos.teams.listItemIds(teamId))
    await endLostRights(work, ctx, itemId);
}
