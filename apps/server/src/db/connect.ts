import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Transaction } from 'kysely';
import pg from 'pg';
import { withVariableName } from '../error-reporting.ts';
import { PreparedStatementClient } from './prepared-statement-client.ts';
import type { Schema } from './schema.ts';

declare const connectionBrand: unique symbol;

/** The pool or one transaction. Only repositories can query it, so that services and handlers hold no SQL. */
export interface Connection {
  readonly [connectionBrand]: true;
}

export type Db = Kysely<Schema> & Connection;
export type Trx = Transaction<Schema> & Connection;

/** Ids and counts stay below 2^53, so int8 values are parsed as numbers. */
const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * Statements end before the 20 s timeout of the web client, and abandoned transactions do not hold row locks. A
 * search needs enough work_mem for an exact bitmap: with a lossy one PostgreSQL reads every row of the disk pages.
 */
const SESSION_OPTIONS =
  '-c statement_timeout=15000 -c idle_in_transaction_session_timeout=10000 -c lock_timeout=5000 -c work_mem=32MB';

/**
 * Longer than the statement timeout. A connection without traffic for this time has lost its peer unnoticed, and a
 * query on it would never finish.
 */
const IDLE_TIMEOUT_MS = 16_000;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export function connect(url: string, connections: number, sessionOptions = ''): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    options: `${SESSION_OPTIONS} ${sessionOptions}`,
    Client: PreparedStatementClient,
    connectionTimeoutMillis: 5000,
    application_name: 'octavo',
  });
  // A broken connection fails its statement, and the pool replaces it. Without error listeners on the pool and on
  // each client it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    const { stream } = client.connection;
    const timeoutError = Object.assign(new Error('PostgreSQL timed out'), { code: 'ETIMEDOUT' });
    if (stream instanceof Socket)
      stream.setTimeout(IDLE_TIMEOUT_MS, () => stream.destroy(timeoutError));
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) as Db;
  // `db.destroy()` would not close the pool of a `db` without a query.
  return { db, pool, close: () => pool.end() };
}

/** With the locale `C` PostgreSQL only treats ASCII as letters, so the search would silently miss Chinese text. */
export async function assertUsableLocale(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string; ctype: string }>`
    select pg_encoding_to_char(encoding) as encoding, datctype as ctype
    from pg_database where datname = current_database()`
    .execute(db)
    .catch(withVariableName('DATABASE_URL'));
  const locale = rows[0];
  if (locale?.encoding !== 'UTF8' || locale.ctype === 'C' || locale.ctype === 'POSIX')
    throw new Error(
      `The database has encoding ${locale?.encoding} and locale ${locale?.ctype}: create it with UTF8 and C.UTF-8 or ICU`,
    );
}
