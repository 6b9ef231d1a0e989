import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connect } from '../db/connect.ts';
import { withTransaction } from '../db/repository.ts';
import type { Database } from '../db/connect.ts';
import { createMailer } from '../modules/mail/mailer.ts';
import { openTestSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { defineJob } from './define-job.ts';
import type { JobContext } from './job-context.ts';
import { openQueue } from './queue.ts';
import type { Queue } from './queue.ts';
import { createQueues, handleJob, startWorker } from './worker.ts';

const payload = z.object({ n: z.int() });
const countJob = defineJob({ name: 'test-count', payload });
const otherJob = defineJob({ name: 'test-other', payload });
const poisonJob = defineJob({ name: 'test-poison', payload, retries: 2 });
const everyMinute = defineJob({
  name: 'test-every-minute',
  payload: z.object({}),
  schedule: '* * * * *',
});

interface Run {
  readonly worker: string;
  readonly n: number;
  readonly at: number;
}
const runs = { count: [] as Run[], other: [] as Run[], poison: [] as Run[], minute: [] as Run[] };

/** Resolved when both workers have begun a job: otherwise a quick one could do all of them alone. */
const bothBegun = Promise.withResolvers<void>();

function handlers(worker: string) {
  const record = (list: Run[], n: number) => list.push({ worker, n, at: Date.now() });
  return [
    handleJob(countJob, async (_ctx, { n }) => {
      record(runs.count, n);
      if (new Set(runs.count.map((run) => run.worker)).size === 2) bothBegun.resolve();
      await bothBegun.promise;
      await sleep(5);
    }),
    handleJob(otherJob, async (_ctx, { n }) => void record(runs.other, n)),
    handleJob(poisonJob, async (_ctx, { n }) => {
      record(runs.poison, n);
      throw new Error('this job can never succeed');
    }),
    handleJob(everyMinute, async () => void record(runs.minute, 0)),
  ];
}

let site: TestSite;
interface Worker {
  readonly queue: Queue;
  readonly database: Database;
}
const workers: Worker[] = [];
const errors: Error[] = [];

function jobContext(): JobContext {
  const { config, log, db, bus, mailCipher, stores, settings, settingCipher } = site.deps;
  return {
    deps: site.deps,
    config,
    log,
    db,
    bus,
    mailCipher,
    stores,
    mailer: createMailer({ config, settings, cipher: settingCipher, log }),
    transaction: () => Promise.reject(new Error('no job of this test needs one')),
  };
}

async function openWorker(name: string): Promise<Queue> {
  const database = connect(site.deps.config.databaseUrl, 4);
  const queue = await openQueue({
    pool: database.pool,
    worker: true,
    onError: (error) => errors.push(error),
  });
  workers.push({ queue, database });
  await createQueues(queue, handlers(name));
  await startWorker(queue, handlers(name), jobContext());
  return queue;
}

beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  await createQueues(site.deps.queue, handlers('unknown'));
  await openWorker('first');
  await openWorker('second');
});
afterAll(async () => {
  for (const { queue, database } of workers) {
    await queue.close();
    await database.close();
  }
  await site.close();
});

interface JobRow {
  readonly state: string;
  readonly retry_count: number;
}

function listJobs(name: string): Promise<JobRow[]> {
  const rows = 'select state::text, retry_count from pgboss.job where name = $1';
  return site.database.query<JobRow>(rows, [name]);
}

describe('a job', () => {
  it('does not exist when its transaction is rolled back', async () => {
    const { db, queue } = site.deps;
    const failing = withTransaction(db, async (trx) => {
      await queue.enqueue(countJob, { n: 0 }, trx);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await listJobs(countJob.name)).toEqual([]);
  });

  it('of a committed transaction runs exactly once with two workers', async () => {
    const { db, queue } = site.deps;
    const all = Array.from({ length: 200 }, (_, n) => n);
    const startedAt = Date.now();
    await withTransaction(db, async (trx) => {
      for (const n of all) await queue.enqueue(countJob, { n }, trx);
      // No job runs before the commit.
      expect(runs.count).toEqual([]);
    });
    await expect.poll(() => runs.count.length).toBeGreaterThanOrEqual(200);
    const last = Math.max(...runs.count.map(({ at }) => at));
    console.log(`200 jobs enqueued and done in ${last - startedAt} ms`);
    await expect
      .poll(async () => new Set((await listJobs(countJob.name)).map(({ state }) => state)))
      .toEqual(new Set(['completed']));
    expect(runs.count.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(all);
    expect(new Set(runs.count.map(({ worker }) => worker))).toEqual(new Set(['first', 'second']));
  });

  it('that always fails is retried with increasing delays, then dead, while other jobs proceed', async () => {
    const { queue } = site.deps;
    await queue.enqueue(poisonJob, { n: 1 });
    await expect.poll(() => runs.poison.length).toBe(1);
    await queue.enqueue(otherJob, { n: 7 });
    await expect.poll(() => runs.other.map(({ n }) => n)).toEqual([7]);

    await expect
      .poll(() => listJobs(poisonJob.name))
      .toEqual([{ state: 'failed', retry_count: 2 }]);
    const [first, second, third] = runs.poison.map(({ at }) => at);
    expect(runs.poison).toHaveLength(3);
    expect(runs.other[0]?.at).toBeLessThan(third ?? 0);
    // At least 1 s, then at least 2 s, less 100 ms for the difference between PostgreSQL's clock and this one.
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(1900);
    const outputs = await site.database.query<{ output: unknown }>(
      'select output from pgboss.job where name = $1',
      [poisonJob.name],
    );
    expect(outputs).toEqual([{ output: { message: 'Error: this job can never succeed' } }]);
  });

  it('whose worker died is run again by another worker', async () => {
    const orphanJob = defineJob({ name: 'test-orphan', payload });
    const processed: number[] = [];
    const handler = handleJob(orphanJob, async (_ctx, { n }) => void processed.push(n));
    const { queue } = site.deps;
    await createQueues(queue, [handler]);
    await queue.enqueue(orphanJob, { n: 3 });
    // A worker fetches the job and then sends no heartbeat.
    expect(await queue.boss.fetch(orphanJob.name)).toHaveLength(1);
    await site.database.query(`update pgboss.job
      set heartbeat_on = heartbeat_on - interval '1 hour' where name = 'test-orphan'`);
    const [liveWorker] = workers as [Worker];
    await startWorker(liveWorker.queue, [handler], jobContext());
    await liveWorker.queue.boss.supervise(orphanJob.name);
    await expect.poll(() => processed).toEqual([3]);
  });
});

describe('queue maintenance', () => {
  it('works with the privileges of the application role', async () => {
    for (const { queue } of workers) await queue.boss.supervise();
    expect(errors).toEqual([]);
  });
});

describe('a schedule', () => {
  it('is stored once and runs once a minute with any number of workers', async () => {
    const rows = await site.database.query(
      `select name, cron, timezone, options->'retryLimit' as retries from pgboss.schedule`,
    );
    expect(rows).toEqual([
      { name: everyMinute.name, cron: '* * * * *', timezone: 'UTC', retries: 5 },
    ]);
    // Resets the time of the last cron evaluation, so that each new worker evaluates the same minute.
    const resetCron = 'update pgboss.version set cron_on = null';
    await site.database.query(resetCron);
    await openWorker('third');
    await site.database.query(resetCron);
    await openWorker('fourth');
    await expect.poll(() => runs.minute.length).toBeGreaterThan(0);
    await sleep(3000);
    const perMinute = await site.database.query<{ times: number }>(`
      select count(*)::int as times from pgboss.job
      where name = '${everyMinute.name}' group by singleton_on, date_trunc('minute', created_on)`);
    expect(Math.max(...perMinute.map(({ times }) => times))).toBe(1);
    expect(runs.minute.length).toBeLessThanOrEqual(perMinute.length);
  });
});
