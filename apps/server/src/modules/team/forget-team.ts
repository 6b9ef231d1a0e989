import type { Ctx, Work } from '../../http/context.ts';
import { forgetItem } from '../item/forget-item.ts';

/** Every process forgets who takes part in the items of this team. Ask before the team loses them. */
export async function forgetTeam(
  work: Work,
  ctx: Pick<Ctx, 'deps'>,
  teamId: number,
): Promise<void> {
  for (const itemId of await work.repos.teams.listItemIds(teamId)) forgetItem(work, ctx, itemId);
}
