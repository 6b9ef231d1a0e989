import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { assertUsableLocale, connect } from '../db/connect.ts';
import type { Db } from '../db/connect.ts';
import { isMigrated } from '../db/migrate.ts';
import { openReplicas } from '../db/replicas.ts';
import { errorMessage } from '../error-reporting.ts';
import { probeRedis } from '../realtime/probe-redis.ts';
import { probeMail } from '../modules/mail/probe-mail.ts';
import { userRepository } from '../modules/account/user.repository.ts';

/** Resolves to undefined if the check passes, else to a message that says what is wrong. */
type Check = () => Promise<string | undefined>;

const CLOCK_TOLERANCE_MS = 2000;

function databaseChecks(db: Db, config: Config): Record<string, Check> {
  return {
    'database responds': async () => {
      await sql`select 1`.execute(db);
      return undefined;
    },
    'database locale': async () => {
      await assertUsableLocale(db);
      return undefined;
    },
    'database is migrated': async () =>
      (await isMigrated(db)) ? undefined : 'run: octavo migrate',
    'clock matches the database': async () => {
      const startedAt = Date.now();
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - startedAt);
      return skew < CLOCK_TOLERANCE_MS ? undefined : `the clocks differ by ${skew} ms`;
    },
    'an administrator exists': async () => {
      if (!(await isMigrated(db))) return 'the database is not migrated';
      const hasAdmin = await userRepository(db).hasAdmin();
      return hasAdmin
        ? undefined
        : 'open the setup link in the log, or run: octavo user create --admin';
    },
    'database role is not a superuser': async () => {
      const { rows } = await sql<{ super: boolean }>`
        select rolsuper as super from pg_roles where rolname = current_user`.execute(db);
      return config.production && rows[0]?.super
        ? 'the application runs as a superuser'
        : undefined;
    },
  };
}

/** Opens the replicas as the server does, which polls each of them once. */
async function findReplicaProblem(config: Config, url: string): Promise<string | undefined> {
  const replicas = await openReplicas({
    primaryUrl: config.databaseUrl,
    replicaUrls: [url],
    connections: 1,
    maxLagMs: config.replicaMaxLagMs,
    log: pino({ level: 'silent' }),
  });
  const [state] = replicas.states();
  await replicas.close();
  return state?.problem;
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
    ...Object.fromEntries(
      config.replicaUrls.map((url): [string, Check] => [
        `replica ${new URL(url).host}`,
        () => findReplicaProblem(config, url),
      ]),
    ),
    'file storage is writable': () => findStorageError(config.storageDir),
    ...(redisUrl && {
      'Redis responds': async () => {
        await probeRedis(redisUrl);
        return undefined;
      },
    }),
    ...(smtpUrl && {
      'mail server responds': async () => {
        await probeMail({ server: { url: smtpUrl } });
        return undefined;
      },
    }),
  };
  let failures = 0;
  for (const [name, check] of Object.entries(checks)) {
    const failure = await check().catch(errorMessage);
    if (failure) failures += 1;
    print(`${failure ? 'FAIL' : 'ok  '} ${name}${failure ? `: ${failure}` : ''}`);
  }
  await database.close();
  return failures === 0 ? 0 : 1;
}
