import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { logIn } from '../account/start-login.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { redirectTo, redirectWithError } from './redirect-response.ts';
import { findOrCreateAccount, recordRefusedLogin, rejectDisabled } from './external-account.ts';
import { verifyLink } from './secret-link.policy.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { usedNonceRepository } from './used-nonce.repository.ts';

type AdminSetting = Calls['adminSetting'];
type BySecretKey = Calls['extLogin']['bySecretKey'];

/** Longer than a link can be valid, even with clock differences. */
const NONCE_TTL_SECONDS = 600;

/** The format that existing integrations expect: 32 hexadecimal digits. */
const generateKey = () => randomBytes(16).toString('hex');

async function loadKey({ db, deps }: Pick<Ctx, 'db' | 'deps'>) {
  const { login_secret_key, older_login_links } = await settingRepository(db).load();
  const decrypted = login_secret_key === '' ? '' : deps.settingCipher.decrypt(login_secret_key);
  return { login_secret_key: decrypted ?? '', older_login_links };
}

export async function getLoginSecretKey(ctx: Ctx<AdminSetting['getLoginSecretKey']['access']>) {
  // Two concurrent first requests get the same key.
  await settingRepository(ctx.db).saveIfAbsent({
    login_secret_key: ctx.deps.settingCipher.encrypt(generateKey()),
  });
  invalidateSettings(ctx, ctx);
  return loadKey(ctx);
}

export async function resetLoginSecretKey(ctx: Ctx<AdminSetting['resetLoginSecretKey']['access']>) {
  await settingRepository(ctx.db).save({
    login_secret_key: ctx.deps.settingCipher.encrypt(generateKey()),
  });
  invalidateSettings(ctx, ctx);
  ctx.note({ replaced: ['login_secret_key'] });
  return loadKey(ctx);
}

export async function saveLoginLinks(
  ctx: Ctx<AdminSetting['saveLoginLinks']['access']>,
  { older_login_links }: CallRequest<AdminSetting['saveLoginLinks']>,
) {
  const stored = await settingRepository(ctx.db).loadForUpdate();
  ctx.note({ was: { older_login_links: stored.older_login_links } });
  await settingRepository(ctx.db).save({ older_login_links });
  invalidateSettings(ctx, ctx);
  return {};
}

/** Finds or creates the account that the link names. A link opens no account that may read or change the console. */
async function accountForLink(
  ctx: Ctx<BySecretKey['access']>,
  { db }: UnitOfWork,
  username: string,
  name: string,
): Promise<number> {
  const key = usernameKey(username);
  const account =
    (await userRepository(db).findByUsername(key)) ??
    // The username of a merged account is an identity of the account it was merged into.
    (await findOrCreateAccount(ctx, db, 'integration', { id: key, username, name }));
  if (account.groupid !== USER_GROUP) throw new AppError('forbidden');
  if (account.disabled_time) throw rejectDisabled(ctx, account, 'integration');
  return account.uid;
}

export async function bySecretKey(
  ctx: Ctx<BySecretKey['access']>,
  input: CallRequest<BySecretKey>,
) {
  const { username = '', name = '', redirect } = input;
  try {
    const { login_secret_key: key, older_login_links: allowLegacy } = await loadKey(ctx);
    const nonceKey = verifyLink(input, { key, allowLegacy, now: ctx.deps.now() });
    if (nonceKey === undefined) throw new AppError('linkInvalid');
    if (!(await usedNonceRepository(ctx.db).markUsed(nonceKey, NONCE_TTL_SECONDS)))
      throw new AppError('linkInvalid');
    await logIn(ctx, { external: 'link' }, (work) =>
      accountForLink(ctx, work, username.trim(), name.trim()),
    );
    return redirectTo(localPath(redirect) ?? paths.myItems.href());
  } catch (failure) {
    recordRefusedLogin(ctx, 'integration', failure);
    return redirectWithError(failure, paths.login.href({ redirect: localPath(redirect) }));
  }
}
