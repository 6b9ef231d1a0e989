import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { readConfig } from '../apps/server/src/config.ts';
import { connect } from '../apps/server/src/db/connect.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createHasher } from '../apps/server/src/modules/user/hasher.ts';
import { prepareAccount } from '../apps/server/src/modules/user/register.service.ts';
import { servicesEnv } from './services/state.ts';
import { settingRepository } from '../apps/server/src/modules/setting/setting.repository.ts';
import { userRepository } from '../apps/server/src/modules/account/user.repository.ts';

/** Creates a demo site; running it again adds only missing users. */
const PASSWORD = 'harbor lights 2026';

const USERS = [
  { username: 'admin', name: 'Site admin', language: 'en', groupid: ADMIN_GROUP },
  { username: 'mei.lin', name: 'Mei Lin', language: 'en', groupid: USER_GROUP },
  { username: 'tomas.kral', name: 'Tomas Kral', language: 'en', groupid: USER_GROUP },
  { username: 'amara.obi', name: 'Amara Obi', language: 'en', groupid: USER_GROUP },
  { username: '陈晓雨', name: '陈晓雨', language: 'zh-cn', groupid: USER_GROUP },
  { username: 'zhangwei', name: '张伟', language: 'zh-cn', groupid: USER_GROUP },
] as const;

const config = readConfig({
  ...(process.env['DATABASE_URL'] ? {} : servicesEnv()),
  ...process.env,
});
await migrate(config);
const database = connect(config.databaseUrl, 2);
const db = database.db;
const settings = await settingRepository(db).load();
const accountDeps = { hasher: await createHasher(), settings: { get: async () => settings } };
let createdCount = 0;
for (const user of USERS) {
  const account = await prepareAccount({ ...user, password: PASSWORD }, accountDeps);
  const inserted = await userRepository(db).insert(account);
  if (!inserted) continue;
  createdCount += 1;
  if (!/^[\w.]+$/.test(user.username)) continue;
  const email = `${user.username}@harbor.test`;
  await userRepository(db).bindEmail(inserted.uid, email);
  await userRepository(db).verifyEmail(inserted.uid, email);
}
await database.close();
process.stdout.write(`${createdCount} users created, each with the password: ${PASSWORD}\n`);
