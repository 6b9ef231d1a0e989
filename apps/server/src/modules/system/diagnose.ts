import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Calls } from '@octavo/contract';
import type { ServiceStatus } from '@octavo/contract/admin-system.entities';
import type { Deps } from '../../deps.ts';
import { errorMessage, redactPasswords } from '../../error-reporting.ts';
import type { Ctx } from '../../http/context.ts';
import { probeRedis } from '../../realtime/probe-redis.ts';
import { VERSION } from '../../version.ts';
import { auditStreamRepository } from '../audit/audit-stream.repository.ts';
import { describeTarget } from '../audit/stream-target.ts';
import { resolveMailConfig } from '../mail/mailer.ts';
import type { MailConfig } from '../mail/mailer.ts';
import { probeMail } from '../mail/probe-mail.ts';
import { summarizeTraffic } from './traffic.policy.ts';
import { systemRepository } from './system.repository.ts';
import { trafficRepository } from './traffic.repository.ts';
import { backupRecordRepository } from '../backup/backup-record.repository.ts';

type Facts = ServiceStatus['facts'];
/** The result of a check, with its own time if only a part of the check is measured. */
interface CheckResult {
  readonly facts: Facts;
  readonly milliseconds?: number;
  readonly fault?: string;
}

/** The timeout of each check, so that the screen does not wait for a service that hangs. */
const TIMEOUT_MS = 6000;
/** Response times above which users notice a delay. */
const SLOW_MS: Record<ServiceStatus['name'], number> = {
  database: 100,
  redis: 50,
  queue: 500,
  search: 500,
  storage: 1000,
  mail: 3000,
  auditStream: 1000,
};

const OFF = { state: 'off', milliseconds: 0, facts: {}, fault: '' } as const;

async function runCheck(
  name: ServiceStatus['name'],
  check: () => Promise<CheckResult>,
): Promise<ServiceStatus> {
  const startedAt = performance.now();
  const elapsed = () => Math.round((performance.now() - startedAt) * 10) / 10;
  try {
    const result = await Promise.race([
      check(),
      sleep(TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error('no response');
      }),
    ]);
    const milliseconds = Math.round((result.milliseconds ?? elapsed()) * 10) / 10;
    const { facts, fault = '' } = result;
    const state = fault !== '' ? 'down' : milliseconds > SLOW_MS[name] ? 'slow' : 'fine';
    return { name, state, milliseconds, facts, fault };
  } catch (error) {
    const fault = redactPasswords(errorMessage(error)).slice(0, 300);
    return { name, state: 'down', milliseconds: elapsed(), facts: {}, fault };
  }
}

async function checkDatabase({ db }: Deps): Promise<CheckResult> {
  const startedAt = performance.now();
  await systemRepository(db).findMigration();
  const milliseconds = performance.now() - startedAt;
  const facts = await systemRepository(db).loadDatabaseInfo();
  return { milliseconds, facts: { ...facts } };
}

async function checkRedis(url: string): Promise<CheckResult> {
  const { milliseconds, version, memory } = await probeRedis(url);
  return { milliseconds, facts: { version, memory } };
}

/** The usage of the disk of STORAGE_DIR, where uploads are spooled even with an object storage. */
async function diskUsage(folder: string): Promise<Facts> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { disk_free: bavail * bsize, disk_total: blocks * bsize };
  } catch {
    // The check of the store reports a directory that cannot be read.
    return {};
  }
}

async function checkStorage({ stores, config }: Deps): Promise<CheckResult> {
  const { store, milliseconds, fault } = await stores.check();
  return { milliseconds, fault, facts: { store, ...(await diskUsage(config.storageDir)) } };
}

async function checkMail(mailConfig: MailConfig): Promise<CheckResult> {
  await probeMail(mailConfig);
  return { facts: { host: mailConfig.destination } };
}

/** Above this number the waiting entries are shown as "more than". */
const MAX_COUNTED_ENTRIES = 1000;

async function checkAuditStream({ db }: Deps, url: URL): Promise<CheckResult> {
  const state = await auditStreamRepository(db).findState(MAX_COUNTED_ENTRIES + 1);
  const { waiting = 0, error: fault = '' } = state ?? {};
  return { fault, facts: { target: describeTarget(url), waiting } };
}

/** The charts show the last hour in intervals of five minutes, and errors by the hour. */
const SPANS = 12;
const SPAN_MINUTES = 5;
const ERROR_HOURS = 24;

async function findTraffic({ db }: Deps) {
  const rows = await trafficRepository(db).list(SPANS, SPAN_MINUTES);
  const errors_curve = await trafficRepository(db).listErrors(ERROR_HOURS);
  return {
    ...summarizeTraffic(rows, SPANS),
    errors: errors_curve.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    errors_curve,
  };
}

/** Checks all services; a failing one does not prevent the checks of the others. */
export async function diagnose({ deps }: Ctx<Calls['adminSystem']['diagnose']['access']>) {
  const { config, db } = deps;
  const { redisUrl, auditStreamUrl } = config;
  const settings = await deps.settings.get();
  const mailConfig = resolveMailConfig(settings.mail_setting, {
    cipher: deps.settingCipher,
    config,
  });
  // The database is checked first and alone: in parallel it would wait for a connection and appear slow.
  const database = await runCheck('database', () => checkDatabase(deps));
  const [others, counts, migration, backup, traffic] = await Promise.all([
    Promise.all([
      redisUrl ? runCheck('redis', () => checkRedis(redisUrl)) : { name: 'redis' as const, ...OFF },
      runCheck('search', async () => ({
        facts: { late: await systemRepository(db).countUnindexed() },
      })),
      runCheck('storage', () => checkStorage(deps)),
      mailConfig
        ? runCheck('mail', () => checkMail(mailConfig))
        : { name: 'mail' as const, ...OFF },
      auditStreamUrl
        ? runCheck('auditStream', () => checkAuditStream(deps, auditStreamUrl))
        : { name: 'auditStream' as const, ...OFF },
      runCheck('queue', async () => ({ facts: { ...(await systemRepository(db).countJobs()) } })),
    ]),
    systemRepository(db).loadCounts(),
    systemRepository(db).findMigration(),
    backupRecordRepository(db).findLast(),
    findTraffic(deps),
  ]);
  return {
    version: VERSION,
    node_version: process.version,
    migration,
    start_time: new Date(Date.now() - process.uptime() * 1000),
    user_count: counts?.user_count ?? 0,
    item_count: counts?.item_count ?? 0,
    page_count: counts?.page_count ?? 0,
    editor_count: counts?.editor_count ?? 0,
    traffic,
    engines: [database, ...others],
    ldap_open: settings.ldap_open,
    oauth2_open: settings.oauth2_open,
    backup: backup ?? null,
  };
}
