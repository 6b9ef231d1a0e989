import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import {
  chownToPostgres,
  createRoles,
  data,
  initializeCluster,
  newSecrets,
  programs,
  runAsPostgres,
  start,
  stop,
  url,
} from '../../../../scripts/services/postgres.ts';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { WAIT } from './wait.ts';

interface Standby {
  readonly url: string;
  /** Changes become visible this many seconds after their commit. */
  setDelay(seconds: number): Promise<void>;
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Waits until the standby has replayed all changes of the primary. */
  waitUntilCurrent(): Promise<void>;
}

/** A primary and two streaming standbys of its own. */
export interface ReplicatedDatabase {
  readonly databaseUrl: string;
  readonly migrateUrl: string;
  readonly standbys: readonly [Standby, Standby];
  /** Ends the primary at once, as a crash does. */
  crashPrimary(): Promise<void>;
  startPrimary(): Promise<void>;
  close(): Promise<void>;
}

async function query<Row extends pg.QueryResultRow>(target: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
}

const secrets = newSecrets();

interface Server {
  readonly folder: string;
  readonly port: number;
  readonly adminUrl: string;
  urlOf(role: string): string;
}

async function prepareServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-cluster-'));
  await chownToPostgres(folder);
  const port = await choosePort();
  const access = { port, secrets };
  return {
    folder,
    port,
    adminUrl: url(access, 'postgres', 'postgres'),
    urlOf: (role) => url(access, role, 'octavo'),
  };
}

async function startStandby(primary: Server): Promise<Server> {
  const standby = await prepareServer();
  await runAsPostgres(
    `${programs}/pg_basebackup`,
    '-D',
    data(standby.folder),
    '-d',
    primary.adminUrl,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  );
  await start(standby.folder, standby.port);
  return standby;
}

function toStandby({ adminUrl, urlOf }: Server, primary: Server): Standby {
  return {
    url: urlOf('octavo_app'),
    async setDelay(seconds) {
      await query(adminUrl, `alter system set recovery_min_apply_delay = '${seconds}s'`);
      await query(adminUrl, 'select pg_reload_conf()');
    },
    async pauseReplay() {
      await query(adminUrl, 'select pg_wal_replay_pause()');
      await vi.waitFor(async () => {
        const [row] = await query<{ state: string }>(
          adminUrl,
          'select pg_get_wal_replay_pause_state() as state',
        );
        if (row?.state !== 'paused') throw new Error('the replay is not paused yet');
      }, WAIT);
    },
    async resumeReplay() {
      await query(adminUrl, 'select pg_wal_replay_resume()');
    },
    async waitUntilCurrent() {
      const [row] = await query<{ position: string }>(
        primary.adminUrl,
        'select pg_current_wal_flush_lsn()::text as position',
      );
      await vi.waitFor(async () => {
        const [replay] = await query<{ done: boolean }>(
          adminUrl,
          `select pg_last_wal_replay_lsn() >= '${row?.position}' as done`,
        );
        if (!replay?.done) throw new Error('the standby is not current yet');
      }, WAIT);
    },
  };
}

export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const primary = await prepareServer();
  await initializeCluster(primary.folder, secrets);
  await start(primary.folder, primary.port);
  await createRoles({ port: primary.port, secrets });
  const standbys = [await startStandby(primary), await startStandby(primary)] as const;
  return {
    databaseUrl: primary.urlOf('octavo_app'),
    migrateUrl: primary.urlOf('octavo_owner'),
    standbys: [toStandby(standbys[0], primary), toStandby(standbys[1], primary)],
    crashPrimary: () => stop(primary.folder, 'immediate'),
    startPrimary: () => start(primary.folder, primary.port),
    async close() {
      for (const { folder } of [...standbys, primary]) {
        await stop(folder, 'immediate');
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
