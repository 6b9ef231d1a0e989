import { Kysely, PostgresDialect, PostgresDriver } from 'kysely';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { Pool } from 'pg';
import type { Db } from './connect.ts';
import { isConnectionError } from './connection-error.ts';
import type { Replicas } from './replicas.ts';
import type { Schema } from './schema.ts';

type Run = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;

/** The connection of one statement, or of one transaction, which always runs on the primary. */
class RoutedConnection implements DatabaseConnection {
  readonly #run: Run;
  transaction: DatabaseConnection | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.transaction ? this.transaction.executeQuery<R>(query) : this.#run<R>(query);
  }

  streamQuery(): never {
    throw new Error('statements are not streamed');
  }
}

/**
 * Sends statements to the primary or to a replica. `prefersReplica` reads from replicas whenever one is up to date;
 * otherwise they are only read while the primary is down. A replica rejects every change, so a change that is sent to
 * it has no effect.
 */
class RoutingDriver implements Driver {
  readonly #primary: Driver;
  readonly #replicas: Replicas;
  readonly #prefersReplica: boolean;

  constructor(pool: Pool, replicas: Replicas, prefersReplica: boolean) {
    this.#primary = new PostgresDriver({ pool });
    this.#replicas = replicas;
    this.#prefersReplica = prefersReplica;
  }

  init(): Promise<void> {
    return this.#primary.init();
  }

  async acquireConnection(): Promise<RoutedConnection> {
    return new RoutedConnection((query) => this.#route(query));
  }

  async #route<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isReplicaFirst = this.#prefersReplica || this.#replicas.isPrimaryDown();
    const result = isReplicaFirst ? await this.#replicas.execute<R>(query) : undefined;
    if (result) return result;
    try {
      return await this.#runOnPrimary<R>(query);
    } catch (error) {
      if (!isConnectionError(error as Error) || isReplicaFirst) throw error;
      const replicaResult = await this.#replicas.execute<R>(query);
      if (!replicaResult) throw error;
      return replicaResult;
    }
  }

  async #runOnPrimary<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const connection = await this.#primary.acquireConnection();
    try {
      const result = await connection.executeQuery<R>(query);
      // Only set by insert, update and delete.
      if (result.numAffectedRows !== undefined) await this.#replicas.recordChange(connection);
      return result;
    } finally {
      await this.#primary.releaseConnection(connection);
    }
  }

  async beginTransaction(
    connection: RoutedConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    connection.transaction = await this.#primary.acquireConnection();
    await this.#primary.beginTransaction(connection.transaction, settings);
  }

  /** The position is recorded before the call is answered: the caller may read at once. */
  async commitTransaction({ transaction }: RoutedConnection): Promise<void> {
    if (!transaction) throw new Error('no transaction has begun');
    await this.#primary.commitTransaction(transaction);
    await this.#replicas.recordChange(transaction);
  }

  async rollbackTransaction({ transaction }: RoutedConnection): Promise<void> {
    if (transaction) await this.#primary.rollbackTransaction(transaction);
  }

  async releaseConnection({ transaction }: RoutedConnection): Promise<void> {
    if (transaction) await this.#primary.releaseConnection(transaction);
  }

  destroy(): Promise<void> {
    return this.#primary.destroy();
  }
}

class RoutingDialect extends PostgresDialect {
  readonly #driver: Driver;

  constructor(pool: Pool, driver: Driver) {
    super({ pool });
    this.#driver = driver;
  }

  override createDriver(): Driver {
    return this.#driver;
  }
}

export function routedDb(pool: Pool, replicas: Replicas, prefersReplica: boolean): Db {
  const driver = new RoutingDriver(pool, replicas, prefersReplica);
  return new Kysely<Schema>({ dialect: new RoutingDialect(pool, driver) }) as Db;
}
