import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { Ctx } from '../../http/context.ts';
import { usernameKey } from './username.policy.ts';

type AllUser = Calls['user']['allUser'];

const MOST = 50;

/** The word anywhere in a text, its own signs being no patterns. */
function like(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** With the directory closed, a person is found only by whoever knows the exact username. */
export async function allUser(ctx: Ctx<AllUser['access']>, { username }: CallRequest<AllUser>) {
  const { users, settings } = ctx.repos;
  const key = usernameKey(username);
  if ((await settings.load()).user_directory)
    return users.listMatches({ key: like(key), name: like(username.toLowerCase()) }, MOST);
  const found = username === '' ? undefined : await users.findByKey(key);
  return found ? [found] : [];
}
