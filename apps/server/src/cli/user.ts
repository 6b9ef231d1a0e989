import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { createSampleItems } from '../modules/sample-content/create-sample-items.ts';
import { changeRole } from '../modules/user/change-role.ts';
import { deleteSecondFactors } from '../modules/second-factor/second-factor.service.ts';
import { createHasher } from '../modules/user/hasher.ts';
import { assertPassword } from '../modules/user/password.policy.ts';
import { insertAccount, prepareAccount } from '../modules/user/register.service.ts';
import { usernameKey } from '../lib/username-key.ts';
import { newToken } from '../secrets.ts';
import type { Connection } from '../db/connect.ts';
import { recordAudit, runInTransaction } from './run-in-transaction.ts';
import type { Print } from './run-in-transaction.ts';
import { settingRepository } from '../modules/setting/setting.repository.ts';
import { userRepository } from '../modules/account/user.repository.ts';
import { accessTokenRepository } from '../modules/account/access-token.repository.ts';
import { endAllAccess } from '../modules/account/end-sessions.ts';

interface Options {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  readonly admin: boolean;
  readonly auditor: boolean;
  readonly 'local-access': boolean;
  readonly id?: string | undefined;
  readonly all: boolean;
}

const ROLE_NAMES: Readonly<Record<number, string>> = {
  [ADMIN_GROUP]: 'administrator',
  [AUDITOR_GROUP]: 'auditor',
  [USER_GROUP]: 'ordinary user',
};

/** The role that `--admin` or `--auditor` names; undefined for neither. */
function namedRole({ admin, auditor }: Options): number | undefined {
  if (admin && auditor) throw new Error('--admin and --auditor exclude each other');
  if (admin) return ADMIN_GROUP;
  return auditor ? AUDITOR_GROUP : undefined;
}

async function findAccount(db: Connection, username: string) {
  const account = await userRepository(db).findByKey(usernameKey(username));
  if (!account) throw new AppError('noSuchUser');
  return account;
}

export function createUser(config: Config, options: Options, print: Print): Promise<number> {
  const { username, password, name } = options;
  const groupid = namedRole(options) ?? USER_GROUP;
  if (!username || !password) throw new Error('--username and --password are required');
  return runInTransaction(config, print, async (db) => {
    const account = await prepareAccount(
      {
        username,
        password,
        ...(name !== undefined && { name }),
        groupid,
        language: null,
      },
      { hasher: await createHasher(), settings: { get: () => settingRepository(db).load() } },
    );
    const uid = await insertAccount(db, account);
    await recordAudit(db, 'adminUser.createUser', uid, { username, groupid });
    if (groupid === ADMIN_GROUP) await createSampleItems(db, config);
    print(
      `user ${username} created, uid ${uid}${groupid === USER_GROUP ? '' : `, ${ROLE_NAMES[groupid]}`}`,
    );
    return 0;
  });
}

/**
 * Sets the given or a random password, and logs the user out on every device. An administrator of the directory gets
 * in with it while the directory is down.
 */
export function resetUser(config: Config, options: Options, print: Print): Promise<number> {
  const { username } = options;
  if (!username) throw new Error('--username is required');
  return runInTransaction(config, print, async (db) => {
    const account = await findAccount(db, username);
    const { uid } = account;
    await userRepository(db).lock(uid);
    if (!(await userRepository(db).findPasswordState(uid))?.local_access) {
      if (!options['local-access']) {
        print(`${username} logs in through the directory or provider: add --local-access`);
        return 1;
      }
      await userRepository(db).setLocalAccess(uid, true);
      const was = { local_access: false };
      await recordAudit(db, 'adminUser.setLocalAccess', uid, { local_access: true, was });
    }
    const settings = await settingRepository(db).load();
    const randomLength = Math.max(16, settings.password_min_length);
    const password = options.password ?? `${newToken()}${newToken()}`.slice(0, randomLength);
    assertPassword(password, account, settings);
    const hasher = await createHasher();
    await userRepository(db).setPassword(uid, await hasher.hash(password));
    await endAllAccess(db, uid);
    await recordAudit(db, 'adminUser.resetPassword', uid, { replaced: ['password'] });
    print(
      options.password ? `password of ${username} set` : `new password of ${username}: ${password}`,
    );
    return 0;
  });
}

/** The way in for a user who has lost every second factor, also for the only administrator. */
export function removeSecondFactors(
  config: Config,
  { username }: Options,
  print: Print,
): Promise<number> {
  if (!username) throw new Error('--username is required');
  return runInTransaction(config, print, async (db) => {
    const { uid } = await findAccount(db, username);
    await userRepository(db).lock(uid);
    await deleteSecondFactors({ db }, uid);
    await endAllAccess(db, uid);
    await recordAudit(db, 'adminSecurity.removeSecondFactors', uid, {});
    print(`second factors of ${username} removed`);
    return 0;
  });
}

/** Grants the named role, or revokes it: the account is an ordinary user then. */
export function setRole(
  config: Config,
  options: Options,
  action: 'grant' | 'revoke',
  print: Print,
): Promise<number> {
  const { username } = options;
  const role = namedRole(options);
  if (!username || role === undefined)
    throw new Error('--username and one of --admin and --auditor are required');
  return runInTransaction(config, print, async (db) => {
    const account = await findAccount(db, username);
    if (action === 'revoke' && account.groupid !== role) {
      print(`${username} is not an ${ROLE_NAMES[role]}`);
      return 0;
    }
    const { uid } = account;
    const groupid = action === 'grant' ? role : USER_GROUP;
    const was = await changeRole(db, uid, groupid);
    await recordAudit(db, 'adminUser.setRole', uid, { groupid, was });
    if (groupid === ADMIN_GROUP) await createSampleItems(db, config);
    print(`${username} is an ${ROLE_NAMES[groupid]}`);
    return 0;
  });
}

/** Lists the personal access tokens of a user, without their secrets. */
export function listTokens(config: Config, { username }: Options, print: Print): Promise<number> {
  if (!username) throw new Error('--username is required');
  return runInTransaction(config, print, async (db) => {
    const { uid } = await findAccount(db, username);
    for (const token of await accessTokenRepository(db).list(uid)) {
      const items = token.item_ids ? `items ${token.item_ids.join(' ')}` : 'all items';
      const end = `${token.is_expired ? 'expired' : 'expires'} ${token.expire_time.toISOString()}`;
      const use = token.last_used_time?.toISOString() ?? 'never';
      print(
        `${token.id}  ${token.prefix}…  ${token.name}  ${token.scopes.join(',')}  ${items}  ${end}  last used ${use}`,
      );
    }
    return 0;
  });
}

/** Revokes one personal access token of a user, or all of them. */
export function revokeTokens(config: Config, options: Options, print: Print): Promise<number> {
  const { username } = options;
  if (!username || options.all === (options.id !== undefined))
    throw new Error('--username and one of --id and --all are required');
  const id = options.id === undefined ? undefined : Number(options.id);
  if (id !== undefined && !Number.isSafeInteger(id)) throw new Error('--id is a number');
  return runInTransaction(config, print, async (db) => {
    const { uid } = await findAccount(db, username);
    const revoked = await accessTokenRepository(db).revokeOf([uid], id);
    if (id !== undefined && revoked.length === 0) throw new AppError('notFound');
    const names = revoked.map(({ name }) => name);
    await recordAudit(db, 'adminUser.revokeTokens', uid, {
      names,
      ...(id !== undefined && { id }),
    });
    print(
      `${revoked.length} access token${revoked.length === 1 ? '' : 's'} of ${username} revoked`,
    );
    return 0;
  });
}
