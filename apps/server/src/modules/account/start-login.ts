import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { hashToken, newToken } from '../../secrets.ts';
import { deviceRepository } from './device.repository.ts';
import { userRepository } from './user.repository.ts';

/**
 * Registers the client as a device of the user. A browser gets a session cookie. A script, or a client with `withToken`,
 * gets a token, which is a device of its own; a browser with `withToken` gets both.
 */
export async function startLogin(
  ctx: Pick<Ctx, 'client' | 'deps'>,
  work: UnitOfWork,
  uid: number,
  withToken: boolean,
) {
  const { client } = ctx;
  const login = client.isBrowser ? (await newDevice(ctx, work, uid, 'browser')).token : undefined;
  const user_token =
    withToken || !client.isBrowser ? (await newDevice(ctx, work, uid, 'token')).token : undefined;
  const account = await recordLogin(work, uid);
  work.afterCommit(() => {
    if (login) client.setLogin(login);
  });
  return { ...account, user_token };
}

/** Like `startLogin` for a browser that an external system has authenticated: sets the cookie, without a token. */
export async function startExternalLogin(
  ctx: Pick<Ctx, 'client' | 'deps'>,
  work: UnitOfWork,
  uid: number,
) {
  const { token, device_id } = await newDevice(ctx, work, uid, 'browser');
  await deviceRepository(work.db).setVerified(device_id);
  const account = await recordLogin(work, uid);
  work.afterCommit(() => ctx.client.setLogin(token));
  return account;
}

async function newDevice(
  { client }: Pick<Ctx, 'client'>,
  work: UnitOfWork,
  uid: number,
  kind: 'browser' | 'token',
) {
  const token = newToken();
  const device_id = await deviceRepository(work.db).insert({
    uid,
    kind,
    token_hash: hashToken(token),
    user_agent: client.userAgent,
    address: client.address,
  });
  return { token, device_id };
}

async function recordLogin(work: UnitOfWork, uid: number) {
  await userRepository(work.db).setLoggedIn(uid);
  const account = await userRepository(work.db).find(uid);
  if (!account) throw new AppError('wrongLogin');
  return account;
}
