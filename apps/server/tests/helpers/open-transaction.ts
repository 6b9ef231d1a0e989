import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { TestDatabase } from './database.ts';
import { WAIT } from './wait.ts';

/** Opens a transaction from outside the product: calls that need its locks wait until it ends. */
export async function openTransaction(database: TestDatabase) {
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  // A failed test leaves the transaction open until PostgreSQL terminates the connection.
  client.on('error', () => {});
  onTestFinished(() => client.end());
  await client.query('begin');
  // On a slow machine the test setup may exceed the idle timeout of the product's transactions.
  await client.query('set local idle_in_transaction_session_timeout = 0');
  return {
    query: (sql: string, values: unknown[]) => client.query(sql, values),
    waitUntilBlocked: () =>
      vi.waitFor(async () => {
        const blockedStatements = await database.query(`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
        if (blockedStatements.length === 0) throw new Error('no statement waits');
      }, WAIT),
    commit: () => client.query('commit'),
  };
}
