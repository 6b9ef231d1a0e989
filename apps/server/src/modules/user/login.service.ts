import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { findOrCreateAccount } from '../ext-login/external-account.ts';
import type { ExternalIdentity } from '../ext-login/external-identity.ts';
import { recordFailedLogin } from '../account/record-failed-login.ts';
import { assertMayLogIn, logIn } from '../account/start-login.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { userRepository } from '../account/user.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';

type Login = Calls['user']['login'];

export async function login(ctx: Ctx<Login['access']>, input: CallRequest<Login>) {
  await assertMayLogIn(ctx);
  const { hasher, passwords, ldapLogin } = ctx.deps;
  let identity: ExternalIdentity | undefined;
  const key = usernameKey(input.username);
  const account = await userRepository(ctx.db).findForLogin(key, input.username);
  const isCorrect = await passwords.check({
    name: account?.username_key ?? key,
    hashed: account?.password_hash,
    password: input.password,
    code: input.v_code,
    client: ctx.client,
    onFailure: () =>
      recordFailedLogin(ctx.deps, ctx.client, {
        account: account,
        reason: account ? 'password' : 'unknown',
      }),
    fallback: async () => {
      identity = await ldapLogin.find(input.username, input.password).catch((error: unknown) => {
        // A user with a local password has probably mistyped it, so a directory failure is not reported.
        if (account?.password_hash) return undefined;
        throw error;
      });
      return identity !== undefined;
    },
  });
  if (account?.disabled_time && isCorrect && !identity) throw rejectDisabled(ctx, account);
  if (identity) return logInExternally(ctx, identity, input.with_token);
  if (!isCorrect || !account?.password_hash) throw new AppError('wrongLogin');
  const newHash = hasher.isOutdated(account.password_hash)
    ? await hasher.hash(input.password)
    : undefined;
  ctx.note({ facts: { way: 'password' } });
  return logIn(ctx, { withToken: input.with_token }, async (work) => {
    if (newHash) await userRepository(work.db).rehash(account.uid, newHash);
    return account.uid;
  });
}

/** Only a user with the right password learns that the account exists and is disabled. */
function rejectDisabled(ctx: Ctx<Login['access']>, account: { readonly uid: number }): AppError {
  recordFailedLogin(ctx.deps, ctx.client, { account, reason: 'disabled' });
  return new AppError('accountDisabled');
}

function logInExternally(
  ctx: Ctx<Login['access']>,
  identity: ExternalIdentity,
  withToken: boolean,
) {
  ctx.note({ facts: { way: 'ldap' } });
  return logIn(
    ctx,
    { withToken },
    async (work) => (await findOrCreateAccount(ctx, work.db, 'ldap', identity)).uid,
  );
}

/** Ends the session of this device only. An invalid or missing session is not an error. */
export async function logout(ctx: Ctx<Calls['user']['logout']['access']>) {
  const { viewer } = ctx;
  ctx.client.clearLogin();
  if (viewer.kind === 'user') {
    await deviceRepository(ctx.db).revokeOwn(viewer.uid, viewer.device_id);
    ctx.afterCommit(() => ctx.deps.bus.publish('account', String(viewer.uid)));
  }
  return {};
}
