import { AppError } from '../../app-error.ts';
import { usernameKey } from '../../lib/username-key.ts';
import type { Connection } from '../../db/connect.ts';
import { userRepository } from './user.repository.ts';

/** Throws when any username is unknown, so that a misspelt name is not silently skipped. */
export async function findUserIds(db: Connection, usernames: readonly string[]): Promise<number[]> {
  const keys = [...new Set(usernames.map(usernameKey))];
  const uids = await userRepository(db).findAllByKey(keys);
  if (uids.length !== keys.length) throw new AppError('noSuchUser');
  return uids;
}
