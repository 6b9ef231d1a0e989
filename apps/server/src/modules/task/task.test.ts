import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../app-error.ts';
import { inTransaction } from '../../http/context.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { createQueues } from '../../jobs/worker.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { testJobContext } from '../../../tests/helpers/job-context.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import { fetchTaskFile, storeTaskFile, attachTaskFile } from './task-file.ts';
import { defineTaskStep } from './task-step.ts';
import type { TaskRun } from './task-step.ts';
import { taskJobs } from './task.jobs.ts';
import { taskRepository } from './task.repository.ts';
import { templateRepository } from '../template/template.repository.ts';

let site: TestSite;
let person: Awaited<ReturnType<typeof makeLoggedInUser>>;
let uid: number;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  person = await makeLoggedInUser(site);
  ({ uid } = person);
});
afterAll(() => site.close());

const context = () => ({ ...testJobContext(site), deps: site.deps }) as JobContext;
const done = async () => ({ state: 'done', result: { n: 1 } }) as const;

/** Each test replaces the implementation of the step. */
let act: (run: TaskRun) => Promise<void> = (run) => run.finish(done);
const step = defineTaskStep('test-step', (run) => act(run));

function newTask(request = {}) {
  return taskRepository(site.deps.db).insert({
    uid,
    item_id: 0,
    kind: 'test',
    step: step.name,
    request,
  });
}

const stateOf = async (taskId: number) => (await taskRepository(site.deps.db).find(taskId))?.state;
const makeStale = (taskId: number) =>
  site.database.query(
    `update task set beat_time = now() - interval '1 minute' where task_id = $1`,
    [taskId],
  );

describe('a step of a task', () => {
  it('runs once, however often it is started', async () => {
    const taskId = await newTask({ file: 'a' });
    let runs = 0;
    act = async (run) => {
      runs += 1;
      expect(run.task).toMatchObject({ uid, request: { file: 'a' } });
      await run.finish(done);
    };
    await Promise.all([1, 2, 3].map(() => step.run(site.deps, taskId)));
    await step.run(site.deps, taskId);
    expect(runs).toBe(1);
    expect(await taskRepository(site.deps.db).find(taskId)).toMatchObject({
      state: 'done',
      result: { n: 1 },
    });
  });

  it('rolls back an attempt that was replaced by another one', async () => {
    const taskId = await newTask();
    const names: string[] = [];
    const write = (name: string) => (run: TaskRun) =>
      run.finish(async ({ db }) => {
        await templateRepository(db).insert({ uid, template_title: name, template_content: '' });
        return done();
      });
    act = async (first) => {
      await makeStale(taskId);
      act = write('second');
      await step.run(site.deps, taskId);
      await write('first')(first);
    };
    await step.run(site.deps, taskId);
    for (const row of await templateRepository(site.deps.db).list(uid))
      names.push(row.template_title);
    expect(names).toEqual(['second']);
    expect(await stateOf(taskId)).toBe('done');
  });

  it('fails with the error of the application, or with taskFailed for unexpected errors', async () => {
    const [rejected, broken] = [await newTask(), await newTask()];
    act = () => Promise.reject(new AppError('importUnreadable'));
    await step.run(site.deps, rejected);
    act = () => Promise.reject(new TypeError('no such thing'));
    await step.run(site.deps, broken);
    const tasks = taskRepository(site.deps.db);
    expect(await tasks.find(rejected)).toMatchObject({
      state: 'failed',
      error: 'importUnreadable',
    });
    expect(await tasks.find(broken)).toMatchObject({ state: 'failed', error: 'taskFailed' });
  });

  it('is retried while the database is unavailable, and fails after three attempts', async () => {
    const taskId = await newTask();
    const connectionError = Object.assign(new Error('gone'), { code: '57P01' });
    act = () => Promise.reject(connectionError);
    for (const _ of [1, 2, 3]) {
      await step.run(site.deps, taskId);
      expect(await stateOf(taskId)).toBe('running');
      await makeStale(taskId);
    }
    await step.run(site.deps, taskId);
    expect(await stateOf(taskId)).toBe('failed');
  });

  it('is enqueued again by the task-watch job when its process has died', async () => {
    const jobs = taskJobs([step]);
    await createQueues(site.deps.queue, jobs);
    const taskId = await newTask();
    const watch = jobs.find(({ job }) => job.name === 'task-watch');
    await watch?.run(context(), {});
    const queuedJobs = () =>
      site.database.query(`select data from pgboss.job where name = $1`, [step.name]);
    expect(await queuedJobs()).toEqual([]);
    await makeStale(taskId);
    await watch?.run(context(), {});
    expect(await queuedJobs()).toEqual([{ data: { task_id: taskId } }]);
  });

  it('reports its progress', async () => {
    const taskId = await newTask();
    act = async (run) => {
      run.progress(3, 7);
      await expect
        .poll(() => taskRepository(site.deps.db).find(taskId))
        .toMatchObject({ state: 'running', done: 3, total: 7 });
      await run.finish(done);
    };
    await step.run(site.deps, taskId);
    expect(await stateOf(taskId)).toBe('done');
  });
});

describe('a task that the user stops', () => {
  const stopTask = async (taskId: number) =>
    (await person.client.callOk(calls.task.stop, { task_id: taskId })).is_stopped;

  it('is not started, or its writes are rolled back', async () => {
    const [waiting, running] = [await newTask(), await newTask()];
    expect(await stopTask(waiting)).toBe(true);
    let runs = 0;
    act = async (run) => {
      runs += 1;
      await run.finish(async ({ db }) => {
        await templateRepository(db).insert({ uid, template_title: 'half', template_content: '' });
        expect(await stopTask(running)).toBe(true);
        return done();
      });
    };
    await step.run(site.deps, waiting);
    await step.run(site.deps, running);
    expect(runs).toBe(1);
    const names = (await templateRepository(site.deps.db).list(uid)).map(
      (row) => row.template_title,
    );
    expect(names).not.toContain('half');
    expect([await stateOf(waiting), await stateOf(running)]).toEqual(['stopped', 'stopped']);
    expect(await stopTask(running)).toBe(false);
  });

  it('ends at the next progress report', async () => {
    const taskId = await newTask();
    let isAtWork = true;
    act = async (run) => {
      expect(await stopTask(taskId)).toBe(true);
      try {
        await vi.waitUntil(() => run.progress(1, 2), WAIT);
      } finally {
        isAtWork = false;
      }
    };
    await step.run(site.deps, taskId);
    expect(isAtWork).toBe(false);
    expect(await stateOf(taskId)).toBe('stopped');
  });

  it('returns to the fallback state of the step', async () => {
    const undo = defineTaskStep('test-undo', (run) => act(run), 'done');
    const tasks = taskRepository(site.deps.db);
    const input = { uid, item_id: 0, kind: 'test', step: undo.name, request: {} };
    const taskId = await tasks.insert(input);
    act = () => Promise.reject(new AppError('unavailable'));
    await undo.run(site.deps, taskId);
    expect(await tasks.find(taskId)).toMatchObject({ state: 'done', error: 'unavailable' });
  });
});

describe('the file of a task', () => {
  it('stays in the store until the task is cleaned up', async () => {
    const bytes = Buffer.from(`file of a task ${Math.random()}`);
    const path = join(site.deps.config.storageDir, 'sent');
    await writeFile(path, bytes);
    const localFile = {
      name: '文档.zip',
      path,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      md5: createHash('md5').update(bytes).digest('base64'),
    };
    const taskFile = await storeTaskFile(site.deps, localFile);
    const taskId = await newTask();
    await inTransaction(site.deps, (work) =>
      attachTaskFile(work, site.deps, taskId, taskFile, localFile),
    );
    const task = await taskRepository(site.deps.db).find(taskId);
    expect(task).toMatchObject({ file_name: '文档.zip', file_size: bytes.length });
    const fetched = await fetchTaskFile(site.deps, taskFile);
    const stored = () =>
      site.deps.stores.current().then((storage) => storage.open(localFile.sha256));
    expect(fetched.sha256).toBe(localFile.sha256);
    await fetched.discard();

    const cleanUp = taskJobs([]).find(({ job }) => job.name === 'task-clean-up');
    const old = `update task set state = 'done', expire_time = now() - interval '1 hour'`;
    await cleanUp?.run(context(), {});
    expect(await buffer((await stored())!)).toEqual(bytes);
    await site.database.query(`${old} where task_id = $1`, [taskId]);
    await cleanUp?.run(context(), {});
    expect(await stored()).toBeUndefined();
    expect(await stateOf(taskId)).toBeUndefined();
  });
});
