import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { TestDatabase } from './database.ts';
import { WAIT } from './wait.ts';

/** Locks the rows of all accounts, so that a call that changes one waits. */
export async function lockUsers(database: TestDatabase) {
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  // On a slow machine the test setup may exceed the idle timeout of the product's transactions.
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query('select uid from "user" for update');
  return {
    waitUntilBlocked: () =>
      vi.waitFor(async () => {
        const blockedStatements = await database.query(`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
        if (blockedStatements.length === 0)
          throw new Error('no statement waits for the locked rows');
      }, WAIT),
    release: () => client.query('commit'),
  };
}
