import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import type { Language } from '@octavo/contract/entities';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { createSampleItems } from '../sample-content/create-sample-items.ts';
import type { Hasher } from './hasher.ts';
import { assertPassword } from './password.policy.ts';
import { logIn } from '../account/start-login.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { assertNotReserved, assertUsername } from '../account/username.policy.ts';
import type { Connection } from '../../db/connect.ts';
import { userRepository } from '../account/user.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import type { Settings } from '../setting/settings.ts';

type Register = Calls['user']['register'];
type Setup = Calls['user']['setup'];

interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly name?: string;
  /** The address of the invitation. */
  readonly email?: string;
  readonly groupid: number;
  readonly language: Language | null;
}

export function assertSamePassword(input: { password: string; confirm_password: string }): void {
  if (input.password !== input.confirm_password) throw new AppError('passwordsDiffer');
}

/** Returns a row to insert. The slow hashing runs here, outside any transaction. */
export async function prepareAccount(
  { password, email, ...account }: NewAccount,
  { hasher, settings }: { readonly hasher: Hasher; readonly settings: Pick<Settings, 'get'> },
) {
  assertUsername(account.username);
  assertPassword(password, { username: account.username, email }, await settings.get());
  return {
    ...account,
    username_key: usernameKey(account.username),
    password_hash: await hasher.hash(password),
  };
}

export async function insertAccount(
  db: Connection,
  account: Awaited<ReturnType<typeof prepareAccount>>,
): Promise<number> {
  const inserted = await userRepository(db).insert(account);
  if (!inserted) throw new AppError('usernameTaken');
  return inserted.uid;
}

export async function register(ctx: Ctx<Register['access']>, input: CallRequest<Register>) {
  if (!(await settingRepository(ctx.db).load()).register_open)
    throw new AppError('registrationClosed');
  assertSamePassword(input);
  assertUsername(input.username);
  assertNotReserved(input.username);
  const account = await prepareAccount(
    {
      username: input.username,
      password: input.password,
      groupid: USER_GROUP,
      language: ctx.language,
    },
    ctx.deps,
  );
  return logIn(ctx, { withToken: input.with_token }, (work) => insertAccount(work.db, account));
}

/** Creates the first administrator with the setup link, which works once. */
export async function setup(ctx: Ctx<Setup['access']>, input: CallRequest<Setup>) {
  if (await userRepository(ctx.db).hasAdmin()) throw new AppError('setupDone');
  assertSamePassword(input);
  const account = await prepareAccount(
    {
      username: input.username,
      password: input.password,
      groupid: ADMIN_GROUP,
      language: ctx.language,
    },
    ctx.deps,
  );
  return logIn(ctx, {}, async (work) => {
    if (
      !(await settingRepository(work.db).consumeSetupLink(hashToken(input.token).toString('hex')))
    )
      throw new AppError('linkInvalid');
    if (input.register_open !== undefined) {
      await settingRepository(work.db).save({ register_open: input.register_open });
      ctx.note({ facts: { register_open: input.register_open } });
    }
    const uid = await insertAccount(work.db, account);
    await createSampleItems(work.db, ctx.deps.config);
    return uid;
  });
}
