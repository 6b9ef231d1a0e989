import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Calls } from '@octavo/contract';
import type { Engine } from '@octavo/contract/admin-system.entities';
import type { Deps } from '../../deps.ts';
import { reasonOf, withoutPasswords } from '../../fail.ts';
import type { Ctx } from '../../http/context.ts';
import { tryRedis } from '../../live/try-redis.ts';
import { VERSION } from '../../version.ts';
import { postOf } from '../mail/mailer.ts';
import type { Post } from '../mail/mailer.ts';
import { tryMail } from '../mail/try-mail.ts';
import { describeTraffic } from './traffic.policy.ts';

type Facts = Engine['facts'];
/** The result of a check, with its own time if only a part of the check is measured. */
interface Found {
  readonly facts: Facts;
  readonly milliseconds?: number;
  readonly fault?: string;
}

/** The timeout of each check, so that the screen does not wait for a service that hangs. */
const PATIENCE_MS = 6000;
/** Response times above which users notice a delay. */
const SLOW_MS: Record<Engine['name'], number> = {
  database: 100,
  redis: 50,
  queue: 500,
  search: 500,
  storage: 1000,
  mail: 3000,
};

const OFF = { state: 'off', milliseconds: 0, facts: {}, fault: '' } as const;

async function ask(name: Engine['name'], act: () => Promise<Found>): Promise<Engine> {
  const begun = performance.now();
  const taken = () => Math.round((performance.now() - begun) * 10) / 10;
  try {
    const found = await Promise.race([
      act(),
      sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
        throw new Error('it does not answer');
      }),
    ]);
    const milliseconds = Math.round((found.milliseconds ?? taken()) * 10) / 10;
    const { facts, fault = '' } = found;
    const state = fault !== '' ? 'down' : milliseconds > SLOW_MS[name] ? 'slow' : 'fine';
    return { name, state, milliseconds, facts, fault };
  } catch (error) {
    const fault = withoutPasswords(reasonOf(error)).slice(0, 300);
    return { name, state: 'down', milliseconds: taken(), facts: {}, fault };
  }
}

async function askDatabase({ repos }: Deps): Promise<Found> {
  const begun = performance.now();
  await repos.systems.findMigration();
  const milliseconds = performance.now() - begun;
  const facts = await repos.systems.findDatabase();
  return { milliseconds, facts: { ...facts } };
}

async function askRedis(url: string): Promise<Found> {
  const { milliseconds, version, memory } = await tryRedis(url);
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

async function askStorage({ stores, config }: Deps): Promise<Found> {
  const { store, milliseconds, fault } = await stores.check();
  return { milliseconds, fault, facts: { store, ...(await diskUsage(config.storageDir)) } };
}

async function askMail(post: Post): Promise<Found> {
  await tryMail(post);
  return { facts: { host: post.place } };
}

/** The charts show the last hour in intervals of five minutes, and errors by the hour. */
const SPANS = 12;
const SPAN_MINUTES = 5;
const ERROR_HOURS = 24;

async function findTraffic({ repos }: Deps) {
  const rows = await repos.traffic.list(SPANS, SPAN_MINUTES);
  const errors_curve = await repos.traffic.listErrors(ERROR_HOURS);
  return {
    ...describeTraffic(rows, SPANS),
    errors: errors_curve.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    errors_curve,
  };
}

/** Checks all services; a failing one does not prevent the checks of the others. */
export async function diagnose({ deps }: Ctx<Calls['adminSystem']['diagnose']['access']>) {
  const { config, repos } = deps;
  const { redisUrl } = config;
  const settings = await deps.settings.get();
  const post = postOf(settings.mail_setting, { sealer: deps.settingSealer, config });
  // The database is checked first and alone: in parallel it would wait for a connection and appear slow.
  const database = await ask('database', () => askDatabase(deps));
  const [others, numbers, migration, backup, traffic] = await Promise.all([
    Promise.all([
      redisUrl ? ask('redis', () => askRedis(redisUrl)) : { name: 'redis' as const, ...OFF },
      ask('search', async () => ({ facts: { late: await repos.systems.countUnindexed() } })),
      ask('storage', () => askStorage(deps)),
      post ? ask('mail', () => askMail(post)) : { name: 'mail' as const, ...OFF },
      ask('queue', async () => ({ facts: { ...(await repos.systems.countJobs()) } })),
    ]),
    repos.systems.findNumbers(),
    repos.systems.findMigration(),
    repos.backups.findLast(),
    findTraffic(deps),
  ]);
  return {
    version: VERSION,
    node_version: process.version,
    migration,
    start_time: new Date(Date.now() - process.uptime() * 1000),
    user_count: numbers?.user_count ?? 0,
    item_count: numbers?.item_count ?? 0,
    page_count: numbers?.page_count ?? 0,
    editor_count: numbers?.editor_count ?? 0,
    traffic,
    engines: [database, ...others],
    ldap_open: settings.ldap_open,
    oauth2_open: settings.oauth2_open,
    backup: backup ?? null,
  };
}
