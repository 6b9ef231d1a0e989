import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { assertUsableLocale, connect } from '../db/connect.ts';
import type { Db } from '../db/connect.ts';
import { isMigrated } from '../db/migrate.ts';
import { repositories } from '../db/repositories.ts';
import { errorMessage } from '../error-reporting.ts';
import { probeRedis } from '../realtime/probe-redis.ts';
import { probeMail } from '../modules/mail/probe-mail.ts';

/** Resolves to undefined if the check passes, else to a message that says what is wrong. */
type Check = () => Promise<string | undefined>;

const CLOCK_TOLERANCE_MS = 2000;

function databaseChecks(db: Db, config: Config): Record<string, Check> {
  return {
    'database answers': async () => {
      await sql`select 1`.execute(db);
      return undefined;
    },
    'database locale': async () => {
      await assertUsableLocale(db);
      return undefined;
    },
    'database is migrated': async () =>
      (await isMigrated(db)) ? undefined : 'run: octavo migrate',
    'clock agrees with the database': async () => {
      const startedAt = Date.now();
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - startedAt);
      return skew < CLOCK_TOLERANCE_MS ? undefined : `it is ${skew} ms off`;
    },
    'an administrator exists': async () => {
      if (!(await isMigrated(db))) return 'a database that is not migrated has nobody';
      const hasAdmin = await repositories(db).users.hasAdmin();
      return hasAdmin ? undefined : 'open the link of the log, or run: octavo user create --admin';
    },
    'role has no more rights than needed': async () => {
      const { rows } = await sql<{ super: boolean }>`
        select rolsuper as super from pg_roles where rolname = current_user`.execute(db);
      return config.production && rows[0]?.super
        ? 'the application runs as a superuser'
        : undefined;
    },
  };
}

/** Does not create the directory, because this command often runs as another system user than the server. */
async function findStorageError(folder: string): Promise<string | undefined> {
  const path = existsSync(folder) ? folder : dirname(folder);
  return access(path, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => `STORAGE_DIR is ${folder}: ${errorMessage(error)}`,
  );
}

/** Checks every service that the site depends on. The exit code is 1 if a check fails. */
export async function doctor(
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<number> {
  const config = readConfig(env);
  const database = connect(config.databaseUrl, 2);
  const { redisUrl, smtpUrl } = config;
  const checks: Record<string, Check> = {
    ...databaseChecks(database.db, config),
    'files can be kept': () => findStorageError(config.storageDir),
    ...(redisUrl && {
      'redis answers': async () => {
        await probeRedis(redisUrl);
        return undefined;
      },
    }),
    ...(smtpUrl && {
      'mail server answers': async () => {
        await probeMail({ server: { url: smtpUrl } });
        return undefined;
      },
    }),
  };
  let failures = 0;
  for (const [name, check] of Object.entries(checks)) {
    const failure = await check().catch(errorMessage);
    if (failure) failures += 1;
    print(`${failure ? 'FAULT' : 'ok   '} ${name}${failure ? `: ${failure}` : ''}`);
  }
  await database.close();
  return failures === 0 ? 0 : 1;
}
