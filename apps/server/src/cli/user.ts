import { withTransaction } from '../db/repository.ts';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { createSampleItems } from '../modules/sample-content/create-sample-items.ts';
import { changeRole } from '../modules/user/change-role.ts';
import { createHasher } from '../modules/user/hasher.ts';
import { assertPassword } from '../modules/user/password.policy.ts';
import { insertAccount, prepareAccount } from '../modules/user/register.service.ts';
import { usernameKey } from '../lib/username-key.ts';
import { newToken } from '../secrets.ts';
import { translateTo } from '../texts.ts';
import type { Connection } from '../db/connect.ts';
import { auditRepository } from '../modules/audit/audit.repository.ts';
import { userRepository } from '../modules/account/user.repository.ts';
import { deviceRepository } from '../modules/account/device.repository.ts';

interface Options {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  readonly admin: boolean;
}

type Print = (line: string) => void;

/** The actor in the audit log. Usernames cannot contain spaces, so no account has this name. */
const ACTOR = { uid: null, username: 'command line', address: '', user_agent: 'octavo' };

/** Writes the same audit entry as the admin call for this change. */
function recordAudit(
  db: Connection,
  action: string,
  subject_uid: number,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const noSubject = { item_id: null, page_id: null, team_id: null };
  return auditRepository(db).insert({ ...ACTOR, ...noSubject, action, subject_uid, facts });
}

async function findUid(db: Connection, username: string): Promise<number> {
  const account = await userRepository(db).findByKey(usernameKey(username));
  if (!account) throw new AppError('noSuchUser');
  return account.uid;
}

/** Runs `work` in one transaction. An `AppError` is printed with the same text as on the screen. */
async function runInTransaction(
  config: Config,
  print: Print,
  work: (db: Connection) => Promise<number>,
): Promise<number> {
  const database = connect(config.databaseUrl, 2);
  try {
    return await withTransaction(database.db, work);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(translateTo('en', `errors.${error.errorName}` as 'errors.notFound'));
    return 1;
  } finally {
    await database.close();
  }
}

export function createUser(config: Config, options: Options, print: Print): Promise<number> {
  const { username, password, name, admin } = options;
  if (!username || !password) throw new Error('--username and --password are required');
  return runInTransaction(config, print, async (db) => {
    const account = await prepareAccount(
      {
        username,
        password,
        ...(name !== undefined && { name }),
        groupid: admin ? ADMIN_GROUP : USER_GROUP,
        language: null,
      },
      await createHasher(),
    );
    const uid = await insertAccount(db, account);
    await recordAudit(db, 'adminUser.createUser', uid, { username, is_admin: admin });
    if (admin) await createSampleItems(db, config);
    print(`user ${username} created, uid ${uid}${admin ? ', administrator' : ''}`);
    return 0;
  });
}

/** Sets the given or a random password, and logs the user out on every device. */
export function resetUser(config: Config, options: Options, print: Print): Promise<number> {
  const { username } = options;
  if (!username) throw new Error('--username is required');
  return runInTransaction(config, print, async (db) => {
    const uid = await findUid(db, username);
    const password = options.password ?? newToken().slice(0, 16);
    assertPassword(password);
    const hasher = await createHasher();
    await userRepository(db).setPassword(uid, await hasher.hash(password));
    await deviceRepository(db).revokeAll(uid);
    await recordAudit(db, 'adminUser.resetPassword', uid, { replaced: ['password'] });
    print(
      options.password ? `password of ${username} set` : `new password of ${username}: ${password}`,
    );
    return 0;
  });
}

/** Grants or revokes the administrator role. */
export function setRole(
  config: Config,
  { username, admin }: Options,
  isAdmin: boolean,
  print: Print,
): Promise<number> {
  if (!username || !admin) throw new Error('--username and --admin are required');
  return runInTransaction(config, print, async (db) => {
    const uid = await findUid(db, username);
    const was = await changeRole(db, uid, isAdmin);
    await recordAudit(db, isAdmin ? 'adminUser.grantAdmin' : 'adminUser.revokeAdmin', uid, {
      is_admin: isAdmin,
      was,
    });
    if (isAdmin) await createSampleItems(db, config);
    print(isAdmin ? `${username} is an administrator` : `${username} is not an administrator`);
    return 0;
  });
}
