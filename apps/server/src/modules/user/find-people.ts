import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { usernameKey } from './username-key.ts';

/** All of them or a refusal: a misspelt name is not passed over in silence. */
export async function findPeople(
  { users }: Repositories,
  usernames: readonly string[],
): Promise<number[]> {
  const keys = [...new Set(usernames.map(usernameKey))];
  const found = await users.findAllByKey(keys);
  if (found.length !== keys.length) throw new AppError('noSuchUser');
  return found;
}
