import { consoleLimits, mayLogInFrom } from '../../access/networks.ts';
import { mustSetUpSecondFactor } from '../../access/required-second-factor.ts';
import type { Account } from '../../access/viewer.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { hashToken, newToken } from '../../secrets.ts';
import { deviceRepository } from './device.repository.ts';
import { toOidcColumns } from './oidc-session.ts';
import type { OidcColumns, OidcSession } from './oidc-session.ts';
import { recordFailedLogin } from './record-failed-login.ts';
import { PENDING_LOGIN_SECONDS, secondFactorRepository } from './second-factor.repository.ts';
import type { SecondFactor } from './second-factor.repository.ts';
import { userRepository } from './user.repository.ts';

type LoginContext = Pick<Ctx, 'client' | 'deps' | 'transaction'>;

interface LoginOptions {
  /** The first step has already proved a second factor. */
  readonly secondFactor?: 'passkey';
  /** The browser also gets a token; a script always does. */
  readonly withToken?: boolean;
  /** An external system has authenticated the user: sets the cookie of a browser, without a token. */
  readonly external?: 'provider' | 'link';
  /** The login at an OpenID provider, which ends the session by its back-channel logout. */
  readonly oidc?: OidcSession | undefined;
  /** The first step is a change of its own, which the audit log names even while the second factor is missing. */
  readonly isChange?: true;
}

/**
 * Rejects clients outside the networks for logins, whatever the way in is. `logIn` and `startSession` call it; those who
 * verify a secret before call it first, so that a client outside cannot try secrets.
 */
export async function assertMayLogIn({
  client,
  deps,
}: Pick<Ctx, 'client' | 'deps'>): Promise<void> {
  if (mayLogInFrom(client.address, await deps.settings.get())) return;
  recordFailedLogin(deps, client, { account: undefined, reason: 'address' });
  throw new AppError('addressRefused');
}

/**
 * The only way to a session, whatever the first step was: finds the account with `authenticate` and starts a session,
 * unless the account has a second factor. The browser then gets a pending login instead, and the call responds with
 * `secondFactorNeeded`. What `authenticate` has changed is committed in both cases.
 */
export async function logIn(
  ctx: LoginContext,
  options: LoginOptions,
  authenticate: (work: UnitOfWork) => Promise<number>,
) {
  await assertMayLogIn(ctx);
  const result = await ctx.transaction(async (work) => {
    const uid = await authenticate(work);
    const { withToken = false, secondFactor } = options;
    if (secondFactor) return startSession(ctx, work, uid, { withToken, secondFactor });
    if (await secondFactorRepository(work.db).hasFactor(uid)) {
      await startPendingLogin(ctx, work, uid, options);
      const account = options.isChange && (await userRepository(work.db).find(uid));
      return { ...(account && { uid, username: account.username }), isPending: true as const };
    }
    const { external, oidc } = options;
    if (external === undefined) return startSession(ctx, work, uid, { withToken, oidc });
    return startExternalSession(ctx, work, uid, { external, oidc });
  });
  if ('isPending' in result) throw new AppError('secondFactorNeeded');
  return result;
}

/** The first step was successful: this browser alone can complete the login with a second factor. */
async function startPendingLogin(
  { client }: LoginContext,
  work: UnitOfWork,
  uid: number,
  { withToken = false, oidc }: LoginOptions,
): Promise<void> {
  const token = newToken();
  await secondFactorRepository(work.db).insertPendingLogin({
    uid,
    token_hash: hashToken(token),
    with_token: withToken,
    ...toOidcColumns(oidc),
  });
  work.afterCommit(() => client.setPendingLogin(token, PENDING_LOGIN_SECONDS));
}

interface SessionOptions {
  readonly withToken: boolean;
  readonly secondFactor?: SecondFactor;
  readonly oidc?: OidcSession | undefined;
}

/**
 * Registers the client as a device of the user. A browser gets a session cookie. A script, or a client with `withToken`,
 * gets a token, which is a device of its own; a browser with `withToken` gets both.
 */
export async function startSession(
  ctx: Pick<Ctx, 'client' | 'deps'>,
  work: UnitOfWork,
  uid: number,
  { withToken, secondFactor, oidc }: SessionOptions,
) {
  await assertMayLogIn(ctx);
  const { client } = ctx;
  const session = { uid, second_factor: secondFactor ?? null, ...toOidcColumns(oidc) };
  const login = client.isBrowser
    ? (await newDevice(client, work, { ...session, kind: 'browser' })).token
    : undefined;
  const user_token =
    withToken || !client.isBrowser
      ? (await newDevice(client, work, { ...session, kind: 'token' })).token
      : undefined;
  const account = await recordLogin(ctx, work, session);
  const seconds = await sessionSeconds(ctx);
  work.afterCommit(() => {
    if (login) client.setLogin(login, seconds);
  });
  return { ...account, user_token };
}

/** The login provider is responsible for a second factor of its own; a signed link proves none. */
async function startExternalSession(
  ctx: Pick<Ctx, 'client' | 'deps'>,
  work: UnitOfWork,
  uid: number,
  { external, oidc }: Required<Pick<LoginOptions, 'external'>> & Pick<LoginOptions, 'oidc'>,
) {
  const { client } = ctx;
  const second_factor = external === 'provider' ? external : null;
  const session = { uid, second_factor, ...toOidcColumns(oidc) };
  const { token, device_id } = await newDevice(client, work, { ...session, kind: 'browser' });
  await deviceRepository(work.db).setVerified(device_id);
  const account = await recordLogin(ctx, work, session);
  const seconds = await sessionSeconds(ctx);
  work.afterCommit(() => client.setLogin(token, seconds));
  return { ...account, user_token: undefined };
}

const sessionSeconds = async ({ deps }: Pick<Ctx, 'deps'>) =>
  (await deps.settings.get()).session_max_days * 24 * 3600;

type NewDevice = Parameters<ReturnType<typeof deviceRepository>['insert']>[0];

async function newDevice(
  client: Ctx['client'],
  work: UnitOfWork,
  device: Pick<NewDevice, 'uid' | 'kind' | 'second_factor'> & OidcColumns,
) {
  const token = newToken();
  const device_id = await deviceRepository(work.db).insert({
    ...device,
    token_hash: hashToken(token),
    user_agent: client.userAgent,
    address: client.address,
  });
  return { token, device_id };
}

async function recordLogin(
  { client, deps }: Pick<Ctx, 'client' | 'deps'>,
  work: UnitOfWork,
  { uid, second_factor }: Pick<Account, 'uid' | 'second_factor'>,
) {
  await userRepository(work.db).setLoggedIn(uid);
  const account = await userRepository(work.db).find(uid);
  if (!account) throw new AppError('wrongLogin');
  const session = { ...account, second_factor };
  const settings = await deps.settings.get();
  const must_set_up = mustSetUpSecondFactor(session, settings, deps.now());
  return { ...account, ...consoleLimits(account, client.address, settings), must_set_up };
}
