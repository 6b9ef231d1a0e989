import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { usernameKey } from '../../lib/username-key.ts';

/** Throws when any username is unknown, so that a misspelt name is not silently skipped. */
export async function findUserIds(
  { users }: Repositories,
  usernames: readonly string[],
): Promise<number[]> {
  const keys = [...new Set(usernames.map(usernameKey))];
  const uids = await users.findAllByKey(keys);
  if (uids.length !== keys.length) throw new AppError('noSuchUser');
  return uids;
}
