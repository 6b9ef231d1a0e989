import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { outsideAccount } from '../ext-login/outside-account.ts';
import type { ExternalIdentity } from '../ext-login/external-identity.ts';
import { recordFailedLogin } from './record-failed-login.ts';
import { startLogin } from './start-login.ts';
import { usernameKey } from './username-key.ts';

type Login = Calls['user']['login'];

export async function login(ctx: Ctx<Login['access']>, input: CallRequest<Login>) {
  const { hasher, passwords, directory } = ctx.deps;
  let outside: ExternalIdentity | undefined;
  const key = usernameKey(input.username);
  const found = await ctx.repos.users.findForLogin(key, input.username);
  const right = await passwords.check({
    name: found?.username_key ?? key,
    hashed: found?.password_hash,
    password: input.password,
    code: input.v_code,
    from: ctx.client,
    onWrong: () =>
      recordFailedLogin(ctx.deps, ctx.client, {
        account: found,
        reason: found ? 'password' : 'unknown',
      }),
    otherwise: async () => {
      outside = await directory.find(input.username, input.password).catch((error: unknown) => {
        // A user with a local password has probably mistyped it, so a directory failure is not reported.
        if (found?.password_hash) return undefined;
        throw error;
      });
      return outside !== undefined;
    },
  });
  if (found?.disabled_time && right && !outside) throw refuseDisabled(ctx, found);
  if (outside) return logInOutside(ctx, outside, input.with_token);
  if (!right || !found?.password_hash) throw new AppError('wrongLogin');
  const renewed = hasher.isOutdated(found.password_hash)
    ? await hasher.hash(input.password)
    : undefined;
  ctx.note({ facts: { way: 'password' } });
  return ctx.transaction(async (work) => {
    if (renewed) await work.repos.users.rehash(found.uid, renewed);
    return startLogin(ctx, work, found.uid, input.with_token);
  });
}

/** Only a user with the right password learns that the account exists and is disabled. */
function refuseDisabled(ctx: Ctx<Login['access']>, account: { readonly uid: number }): AppError {
  recordFailedLogin(ctx.deps, ctx.client, { account, reason: 'disabled' });
  return new AppError('accountDisabled');
}

function logInOutside(ctx: Ctx<Login['access']>, person: ExternalIdentity, withToken: boolean) {
  ctx.note({ facts: { way: 'ldap' } });
  return ctx.transaction(async (work) =>
    startLogin(ctx, work, (await outsideAccount(ctx, work.repos, 'ldap', person)).uid, withToken),
  );
}

/** Ends the session of this device only. An invalid or missing session is not an error. */
export async function logout(ctx: Ctx<Calls['user']['logout']['access']>) {
  const { viewer } = ctx;
  ctx.client.clearLogin();
  if (viewer.kind === 'user') {
    await ctx.repos.devices.revokeOwn(viewer.uid, viewer.device_id);
    ctx.afterCommit(() => ctx.deps.bus.publish('account', String(viewer.uid)));
  }
  return {};
}
