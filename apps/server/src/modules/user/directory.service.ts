import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { teamRepository } from '../team/team.repository.ts';
import { directoryRepository } from './directory.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';

type AllUser = Calls['user']['allUser'];

const MAX_RESULTS = 50;

/** A LIKE pattern for texts that contain the word, with its wildcards escaped. */
function toLikePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Leaving out the members of an item or team reveals them, so only its owner may do that. */
async function assertOwner(ctx: Ctx<AllUser['access']>, itemId: number, teamId: number) {
  if (itemId) await ctx.authorize('own', itemId);
  if (teamId && (await teamRepository(ctx.db).findOwner(teamId)) !== ctx.viewer.uid)
    throw new AppError('notFound');
}

/** While the user directory is closed, users other than colleagues are found only by their exact username. */
export async function allUser(
  ctx: Ctx<AllUser['access']>,
  { username, except_item_id, except_team_id }: CallRequest<AllUser>,
) {
  await assertOwner(ctx, except_item_id, except_team_id);
  const key = usernameKey(username);
  return directoryRepository(ctx.db).list({
    uid: ctx.viewer.uid,
    key,
    keyLike: toLikePattern(key),
    nameLike: toLikePattern(username.toLowerCase()),
    isOpen: (await settingRepository(ctx.db).load()).user_directory,
    exceptItem: except_item_id,
    exceptTeam: except_team_id,
    limit: MAX_RESULTS,
  });
}
