import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { connect } from './connect.ts';
import type { Connection, Database, Db } from './connect.ts';
import { openReplicas } from './replicas.ts';
import type { Replicas } from './replicas.ts';
import { routedDb } from './routing-driver.ts';

export type FindOnReplica = <T>(
  find: (db: Connection) => Promise<T | undefined>,
) => Promise<T | undefined>;

export interface ReplicatedDatabase extends Database {
  /** For searches and exports: a replica that has all recorded changes, else the primary. */
  readonly readDb: Db;
  /** Reads rows whose version is known. Undefined if no replica has this version: read it from `db` then. */
  readonly findOnReplica: FindOnReplica;
  readonly replicas: Replicas | undefined;
}

/** Connects to the primary and to its replicas, if there are any. */
export async function openDatabase(config: Config, log: Logger): Promise<ReplicatedDatabase> {
  const primary = connect(config.databaseUrl, config.databasePoolSize);
  if (config.replicaUrls.length === 0)
    return {
      ...primary,
      readDb: primary.db,
      findOnReplica: async () => undefined,
      replicas: undefined,
    };
  const replicas = await openReplicas({
    primaryUrl: config.databaseUrl,
    replicaUrls: config.replicaUrls,
    connections: config.databasePoolSize,
    maxLagMs: config.replicaMaxLagMs,
    log,
  });
  return {
    pool: primary.pool,
    db: routedDb(primary.pool, replicas, false),
    readDb: routedDb(primary.pool, replicas, true),
    findOnReplica: replicas.find,
    replicas,
    async close() {
      await replicas.close();
      await primary.close();
    },
  };
}
