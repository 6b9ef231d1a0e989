import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { usernameKey } from '../../lib/username-key.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { recordFailedLogin } from '../account/record-failed-login.ts';
import { assertMayLogIn, logIn } from '../account/start-login.ts';
import { userRepository } from '../account/user.repository.ts';
import { findPendingLogin } from './confirm-login.service.ts';

type PasskeyCalls = Calls['passkey'];

export async function startPasskeyLogin(
  ctx: Ctx<PasskeyCalls['startLogin']['access']>,
  { second_step }: CallRequest<PasskeyCalls['startLogin']>,
) {
  const { passkeys } = ctx.deps;
  if (!second_step) return { options: await passkeys.startAssertion(ctx.client, { for: 'login' }) };
  const { uid, token_hash } = await findPendingLogin(ctx);
  const purpose = { for: 'secondStep', uid, token_hash } as const;
  return { options: await passkeys.startAssertion(ctx.client, purpose) };
}

/** A login in one step: the passkey has verified the user, which makes it two factors. */
export async function passkeyLogin(
  ctx: Ctx<PasskeyCalls['login']['access']>,
  { passkey, username }: CallRequest<PasskeyCalls['login']>,
) {
  await assertMayLogIn(ctx);
  const { deps, client } = ctx;
  const recordFailure = (uid: number, reason: 'passkey' | 'disabled') =>
    recordFailedLogin(deps, client, { account: { uid }, reason });
  const { uid } = await deps.passkeys.checkAssertion(client, { for: 'login' }, passkey, (owner) =>
    recordFailure(owner, 'passkey'),
  );
  ctx.note({ as: 'user.login', facts: { way: 'passkey' } });
  return logIn(ctx, { withToken: false, secondFactor: 'passkey' }, async ({ db }) => {
    await userRepository(db).lock(uid);
    const account = await userRepository(db).findPasswordState(uid);
    if (!account) throw new AppError('passkeyUnknown');
    if (account.is_disabled) {
      recordFailure(uid, 'disabled');
      throw new AppError('accountDisabled');
    }
    if (username !== undefined && usernameKey(username) !== account.username_key)
      throw new AppError('passkeyOfOther', { username });
    // The directory or provider decides whether the user may still log in.
    if (!account.local_access) throw new AppError('passkeyNeedsLogin');
    return uid;
  });
}
