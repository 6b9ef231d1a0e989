import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { TestDatabase } from './database.ts';
import { WAIT } from './wait.ts';

/** Locks the rows of all accounts, so that a call that changes one waits. */
export async function holdUsers(database: TestDatabase) {
  const holder = new pg.Client({ connectionString: database.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  // On a slow machine the test setup may exceed the idle timeout of the product's transactions.
  await holder.query('set local idle_in_transaction_session_timeout = 0');
  await holder.query('select uid from "user" for update');
  return {
    isWaitedFor: () =>
      vi.waitFor(async () => {
        const waiting = await database.query(`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
        if (waiting.length === 0) throw new Error('no statement waits for the held rows');
      }, WAIT),
    release: () => holder.query('commit'),
  };
}
