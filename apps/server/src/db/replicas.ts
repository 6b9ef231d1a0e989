import { CompiledQuery } from 'kysely';
import type { DatabaseConnection, QueryResult } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { errorMessage } from '../error-reporting.ts';
import { connect } from './connect.ts';
import type { Database, Db } from './connect.ts';
import { isConnectionError } from './connection-error.ts';

/**
 * A replica is a streaming standby of PostgreSQL that the site reads. A statement runs on a replica only if the replica
 * has replayed every change that this process has made, or received by a message or a poll; a replica that lags is left
 * out.
 */

const POLL_INTERVAL_MS = 500;
/** A server that takes longer to respond counts as down. */
const PROBE_TIMEOUT_MS = 2000;
/** Positions of the primary are kept this long, to measure how far a replica lags. */
const SAMPLE_AGE_MS = 600_000;

/** Positions in the write-ahead log, as numbers of bytes. Only flushed changes are sent to replicas. */
const PRIMARY_POSITION = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position,
  (select system_identifier from pg_control_system())::text as cluster`;
/** Null on a server that is not a standby. */
const REPLICA_POSITION = `select case when pg_is_in_recovery()
    then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position,
  (select system_identifier from pg_control_system())::text as cluster`;

interface PositionRow {
  readonly position: number | null;
  readonly cluster: string;
}

/** A promoted standby must reject changes too, because a statement may have been executed by the former primary. */
const READ_ONLY = '-c default_transaction_read_only=on';

/** A replica rejects changes, and ends a statement that conflicts with the replay. */
const REPLICA_ERRORS = /^(25006|40001|40P01)$/;

function mayAnotherServerAnswer(error: NodeJS.ErrnoException): boolean {
  return isConnectionError(error) || REPLICA_ERRORS.test(error.code ?? '');
}

/** Connections of their own: a pool without a free connection must not look like a server that is down. */
function openProbe(connectionString: string): pg.Pool {
  const probe = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    application_name: 'octavo probe',
  });
  probe.on('error', () => {});
  return probe;
}

interface Replica {
  /** Host and port, for logs and metrics. */
  readonly name: string;
  readonly database: Database;
  readonly probe: pg.Pool;
  position: number;
  lagMs: number;
  /** Why the replica is left out, if it is. */
  problem: string | undefined;
  reads: number;
}

export type ReplicaState = Readonly<Pick<Replica, 'name' | 'lagMs' | 'problem' | 'reads'>>;

export interface ReplicaOptions {
  readonly primaryUrl: string;
  readonly replicaUrls: readonly string[];
  readonly connections: number;
  readonly maxLagMs: number;
  readonly log: Logger;
}

export type Replicas = Awaited<ReturnType<typeof openReplicas>>;

export async function openReplicas(options: ReplicaOptions) {
  const { primaryUrl, replicaUrls, connections, maxLagMs, log } = options;
  const primary = { probe: openProbe(primaryUrl), isDown: false, cluster: '' };
  const replicas = replicaUrls.map((url): Replica => {
    const database = connect(url, connections, READ_ONLY);
    const name = new URL(url).host;
    const probe = openProbe(url);
    return { name, database, probe, position: 0, lagMs: 0, problem: undefined, reads: 0 };
  });
  /** The highest position of a change; infinite while the position of a change could not be read. */
  let highest = 0;
  /** How often messages may have been lost, and that number at the start of the last poll. */
  let lostMessages = 1;
  let polledLostMessages = 0;
  let isBusHealthy = () => true;
  let samples: { readonly at: number; readonly position: number }[] = [];
  let turn = 0;
  let isClosed = false;

  async function pollPrimary(): Promise<void> {
    const [before, lostBefore] = [highest, lostMessages];
    try {
      const { rows } = await primary.probe.query<PositionRow>(PRIMARY_POSITION);
      const position = rows[0]?.position ?? 0;
      primary.cluster = rows[0]?.cluster ?? '';
      // Lower than before: the highest was unknown, a standby was promoted or a backup was restored.
      highest = position < before ? position : Math.max(highest, position);
      polledLostMessages = lostBefore;
      const at = performance.now();
      samples = [...samples.filter((sample) => at - sample.at < SAMPLE_AGE_MS), { at, position }];
      if (primary.isDown) log.info('primary database answers again');
      primary.isDown = false;
    } catch (error) {
      if (isClosed) return;
      if (!primary.isDown)
        log.error({ err: error }, 'primary database does not answer, replicas are read');
      primary.isDown = true;
    }
  }

  /** The time since the primary was first seen beyond this position. */
  function lagAt(position: number): number {
    const sample = samples.find((known) => known.position > position);
    return sample ? performance.now() - sample.at : 0;
  }

  async function findProblem(replica: Replica): Promise<string | undefined> {
    const { rows } = await replica.probe.query<PositionRow>(REPLICA_POSITION);
    const { position = null, cluster } = rows[0] ?? {};
    if (position === null) return 'it is not a standby';
    if (primary.cluster !== '' && cluster !== primary.cluster)
      return 'it belongs to another database';
    replica.position = position;
    replica.lagMs = lagAt(position);
    return replica.lagMs <= maxLagMs ? undefined : 'it lags';
  }

  async function pollReplica(replica: Replica): Promise<void> {
    const problem = await findProblem(replica).catch(errorMessage);
    if (isClosed) return;
    const { name, lagMs } = replica;
    if (problem !== undefined && replica.problem === undefined)
      log.warn({ replica: name, problem, lagMs: Math.round(lagMs) }, 'replica is left out');
    if (problem === undefined && replica.problem !== undefined)
      log.info({ replica: name }, 'replica is used again');
    replica.problem = problem;
  }

  async function poll(): Promise<void> {
    await pollPrimary();
    await Promise.all(replicas.map(pollReplica));
  }

  let timer: NodeJS.Timeout | undefined;
  async function pollForever(): Promise<void> {
    await poll();
    if (!isClosed) timer = setTimeout(() => void pollForever(), POLL_INTERVAL_MS).unref();
  }
  await pollForever();

  function usableReplicas(): Replica[] {
    turn += 1;
    const usable = replicas.filter(({ problem }) => problem === undefined);
    return usable.map((_, at) => usable[(at + turn) % usable.length]!);
  }

  /** While messages of other processes may be lost, replicas are not read: they could show what a user may no longer see. */
  const areMessagesComplete = () => polledLostMessages === lostMessages && isBusHealthy();

  async function hasReplayed(replica: Replica, needed: number): Promise<boolean> {
    if (replica.position >= needed) return true;
    const { rows } = await replica.database.pool.query<PositionRow>(REPLICA_POSITION, []);
    replica.position = rows[0]?.position ?? 0;
    return replica.position >= needed;
  }

  return {
    isPrimaryDown: () => primary.isDown,

    /** Runs a statement on a replica that has replayed all recorded changes; undefined if there is none. */
    async execute<R>(query: CompiledQuery): Promise<QueryResult<R> | undefined> {
      if (!areMessagesComplete()) return undefined;
      const needed = highest;
      for (const replica of usableReplicas())
        try {
          if (!(await hasReplayed(replica, needed))) continue;
          const result = await replica.database.db.executeQuery<R>(query);
          replica.reads += 1;
          return result;
        } catch (error) {
          if (!mayAnotherServerAnswer(error as Error)) throw error;
        }
      return undefined;
    },

    /** Reads rows of a known version. A replica that does not have this version yet returns undefined. */
    async find<T>(find: (db: Db) => Promise<T | undefined>): Promise<T | undefined> {
      const [replica] = usableReplicas();
      if (!replica) return undefined;
      try {
        const found = await find(replica.database.db);
        if (found !== undefined) replica.reads += 1;
        return found;
      } catch {
        return undefined;
      }
    },

    /** Records the position of a change, on the connection that made it. */
    async recordChange(connection: DatabaseConnection): Promise<void> {
      try {
        const { rows } = await connection.executeQuery<PositionRow>(
          CompiledQuery.raw(PRIMARY_POSITION),
        );
        highest = Math.max(highest, rows[0]?.position ?? Infinity);
      } catch {
        // The change is committed. No replica is read until the next successful poll.
        highest = Infinity;
      }
    },

    positions: {
      highest: () => highest,
      /** Records the position of a change of another process. */
      record(position: number): void {
        highest = Math.max(highest, position);
      },
      markMessagesLost(): void {
        lostMessages += 1;
      },
      setBusHealth(isHealthy: () => boolean): void {
        isBusHealthy = isHealthy;
      },
    },

    states: (): readonly ReplicaState[] => replicas,

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      const probes = [primary.probe, ...replicas.map(({ probe }) => probe)];
      await Promise.all([
        ...probes.map((probe) => probe.end()),
        ...replicas.map(({ database }) => database.close()),
      ]);
    },
  };
}
