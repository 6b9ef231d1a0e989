import type { Ctx, Work } from '../../http/context.ts';
import { endLostRights } from '../item/end-lost-rights.ts';

/** After every change of who is in a team or owns it, in the transaction of that change. */
export async function endLostTeamRights(
  work: Work,
  ctx: Pick<Ctx, 'deps'>,
  teamId: number,
): Promise<void> {
  for (const itemId of await work.repos.teams.listItemIds(teamId))
    await endLostRights(work, ctx, itemId);
}
