import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { lockUsers } from '../helpers/row-lock.ts';
import { WAIT } from '../helpers/wait.ts';

const { plan, apply, status } = calls.adminUserImport;

/** Three batches. The second one begins with an account that exists already, which the test locks. */
const LINES = 2500;
const KNOWN = 1000;
const people = Array.from({ length: LINES }, (_, at) => ({
  username: `crew.${String(at).padStart(4, '0')}`,
  name: `Sailor ${at} ${'of the long table '.repeat(2)}`.trim(),
}));

let site: Installation;
let web: RunningServer;
let worker: RunningServer;
let browser: Browser;
beforeAll(async () => {
  site = await openInstallation();
  web = await site.start({ ROLES: 'web' });
  worker = await site.start();
  browser = site.newBrowser();
  await browser.callOk(web, calls.user.login, ADMIN);
  await browser.callOk(web, calls.user.confirm, { password: ADMIN.password });
});
afterAll(() => site.close());

async function send() {
  const text = ['username,name', ...people.map(({ username, name }) => `${username},${name}`)].join(
    '\n',
  );
  const body = new FormData();
  body.append('file', new Blob([text]), 'crew.csv');
  const { 'content-type': _, ...headers } = browser.headers();
  const answer = await fetch(web.url + plan.path, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: CallResponse<typeof plan> };
  return data.task_id;
}

const load = (task_id: number) => browser.callOk(web, status, { task_id, count: 1 });
const stateOf = async (task_id: number) => (await load(task_id)).state;

it('an import whose process is killed in the middle ends as if nothing had happened', async () => {
  const known = people[KNOWN];
  await site.database.query(
    `insert into "user" (username, username_key, name) values ($1, $1, 'Old')`,
    [known?.username],
  );
  const task_id = await send();
  await expect.poll(() => stateOf(task_id), WAIT).toBe('planned');
  const lock = await lockUsers(site.database);
  await browser.callOk(web, apply, { task_id });
  await lock.waitUntilBlocked();
  await expect.poll(async () => (await load(task_id)).applied, WAIT).toBe(1000);
  await worker.stop('SIGKILL');
  await lock.release();
  expect(await load(task_id)).toMatchObject({ state: 'running', applied: 1000 });

  // As if the process had been silent for half a minute, after which another one continues.
  await site.database.query(
    `update task set beat_time = now() - interval '1 minute' where task_id = $1`,
    [task_id],
  );
  worker = await site.start();
  await expect.poll(() => stateOf(task_id), WAIT).toBe('done');
  expect(await load(task_id)).toMatchObject({
    applied: LINES,
    counts: { new: LINES - 1, update: 1, same: 0, out: 0 },
  });
  const accounts = await site.database.query(
    `select username, name from "user" where username like 'crew.%' order by username`,
  );
  expect(accounts).toEqual(people);
  const entries = await site.database.query(
    `select action, count(*)::int as entries, count(distinct facts->>'username')::int as people
     from audit_log where facts->>'username' like 'crew.%' group by action order by action`,
  );
  expect(entries).toEqual([
    { action: 'adminUser.createUser', entries: LINES - 1, people: LINES - 1 },
    { action: 'adminUser.updateUser', entries: 1, people: 1 },
  ]);
});
