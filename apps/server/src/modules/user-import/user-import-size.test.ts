import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpuTime } from '../../../tests/helpers/cpu-time.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { sendFile } from '../../../tests/helpers/import-file.ts';
import { watchMemory } from '../../../tests/helpers/watch-memory.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { withTrace } from '../../trace.ts';
import type { TaskStep } from '../task/task-step.ts';
import { applyStep } from './apply-step.ts';
import { planStep } from './plan-step.ts';

/** A small file on every change, a large one in the nightly set. */
const LINES = Number(process.env['USER_IMPORT_LINES'] ?? 1000);
const BATCH = 1000;

const { plan, apply, status, leftOut } = calls.adminUserImport;

let site: TestSite;
let client: Awaited<ReturnType<typeof makeLoggedInUser>>['client'];
beforeAll(async () => {
  // Without a worker: the test runs the steps itself, so that it measures nothing else.
  site = await openTestSite({ ROLES: 'web' });
  ({ client } = await makeLoggedInUser(site, { admin: true }));
});
afterAll(() => site.close());

/** Every hundredth line is wrong, for one of four reasons. */
const WRONG = [
  ['a b', 'usernameInvalid'],
  ['', 'usernameMissing'],
  ['support', 'usernameReserved'],
  ['many.1', 'usernameTwice'],
] as const;

/** A column that is not imported, so that also a small file runs as a task. */
const REMARK = 'x'.repeat(100);

function makeLine(at: number): string {
  const name = at % 100 === 50 ? (WRONG[((at - 50) / 100) % 4]?.[0] ?? '') : `many.${at}`;
  const email = at % 3 === 0 ? '' : `many.${at}@harbor.test`;
  return [name, `Person ${at}`, email, at % 50 === 1 ? 'auditor' : '', REMARK].join(',');
}

const file = [
  'username,name,email,role,remark',
  ...Array.from({ length: LINES }, (_, at) => makeLine(at)),
].join('\r\n');
const wrongCount = Math.ceil((LINES - 50) / 100);
const expected = { new: LINES - wrongCount, update: 0, same: 0, out: wrongCount };

async function planFile(): Promise<number> {
  const { data, error_message } = await sendFile(client, plan, {}, file, 'people.csv');
  if (!data) throw new Error(error_message);
  expect(data.state).toBe('waiting');
  return data.task_id;
}

async function measure(name: string, step: TaskStep, taskId: number) {
  const trace = { queries: 0 };
  const peakMegabytes = watchMemory();
  const startedAt = performance.now();
  const cpuMs = await cpuTime(() => withTrace(trace, () => step.run(site.deps, taskId)));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
  const megabytes = peakMegabytes();
  const result = await client.callOk(status, { task_id: taskId, count: 1 });
  console.log(
    `${name} of ${LINES} lines: ${seconds} s, ${(cpuMs / 1000).toFixed(2)} s CPU of this process, ${megabytes} MB more, ${trace.queries} statements ${JSON.stringify(result.counts)}`,
  );
  return { ...result, queries: trace.queries };
}

const countUsers = async () => {
  const [row] = await site.database.query<{ users: number }>(
    'select count(*)::int as users from "user"',
  );
  return row?.users ?? 0;
};

it(`imports ${LINES} users with few statements, names wrong lines, and a second run changes nothing`, async () => {
  const before = await countUsers();
  const task_id = await planFile();
  const planned = await measure('plan', planStep, task_id);
  expect(planned).toMatchObject({ state: 'planned', counts: expected });
  expect(await countUsers()).toBe(before);

  await client.callOk(apply, { task_id });
  const done = await measure('apply', applyStep, task_id);
  expect(done).toMatchObject({ state: 'done', counts: expected, applied: expected.new });
  expect(await countUsers()).toBe(before + expected.new);

  const wrong = await client.callOk(status, { task_id, action: 'out', count: 4 });
  expect(wrong.lines).toBe(wrongCount);
  expect(wrong.list.map(({ line, reason }) => [line, reason])).toEqual(
    WRONG.map(([, reason], at) => [52 + at * 100, reason]),
  );
  const url = `${leftOut.path}?task_id=${task_id}`;
  const { payload } = await client.request({ method: 'GET', url });
  expect(payload.split('\r\n').slice(1, -1)).toHaveLength(wrongCount);

  const accounts = () =>
    site.database.query('select uid, username, name, email, groupid from "user" order by uid');
  const imported = await accounts();
  const again = await planFile();
  const second = await measure('second plan', planStep, again);
  expect(second.counts).toEqual({ ...expected, new: 0, same: expected.new });
  await client.callOk(apply, { task_id: again });
  const nothing = await measure('second apply', applyStep, again);
  expect(nothing).toMatchObject({ state: 'done', applied: 0 });
  expect(await accounts()).toEqual(imported);

  const batches = Math.ceil(LINES / BATCH) + 1;
  for (const { queries } of [planned, second]) expect(queries).toBeLessThan(batches * 2 + 20);
  expect(done.queries).toBeLessThan(batches * 14 + 20);
  expect(nothing.queries).toBeLessThan(30);
}, 1_200_000);
