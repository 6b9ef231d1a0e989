import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { addPerson, personDn, startDedicatedSlapd } from '../helpers/dedicated-slapd.ts';
import type { DedicatedSlapd } from '../helpers/dedicated-slapd.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { WAIT } from '../helpers/wait.ts';

const CREW = ['ana', 'ben', 'cem', 'dana', 'eli', 'fay'];

let site: Installation;
let slapd: DedicatedSlapd;
let a: RunningServer;
let b: RunningServer;
let admin: Browser;
beforeAll(async () => {
  [site, slapd] = await Promise.all([openInstallation(), startDedicatedSlapd()]);
  [a, b] = await Promise.all([site.start(), site.start()]);
  for (const uid of CREW) await addPerson(slapd, { uid, mail: `${uid}@harbor.test` });
  admin = site.newBrowser();
  await admin.callOk(a, calls.user.login, {
    username: ADMIN.username,
    password: ADMIN.password,
  });
  await admin.callOk(a, calls.user.confirm, { password: ADMIN.password });
  await admin.callOk(a, calls.adminSetting.saveLdapConfig, { ldap_open: 1, ldap_form: slapd.form });
  await admin.callOk(a, calls.adminDirectory.saveConfig, {
    directory_form: { create_accounts: 1, gone_policy: 'once' },
  });
});
afterAll(async () => {
  await site.close();
  await slapd.close();
});

/** Starts a sync on one process; either of them may run it. */
async function sync(at: RunningServer) {
  const { run_id } = await admin.callOk(at, calls.adminDirectory.start, { is_preview: false });
  return vi.waitFor(async () => {
    const run = await admin.callOk(b, calls.adminDirectory.getRun, { run_id });
    if (run.state === 'queued' || run.state === 'running') throw new Error('the run has not ended');
    return run;
  }, WAIT);
}

it('a sync on any process ends the sessions of people who are gone on all processes', async () => {
  expect((await sync(a)).counts).toMatchObject({ created: CREW.length });
  const sessions = [site.newBrowser(), site.newBrowser()] as const;
  const login = { username: 'ana', password: 'quiet boats 7' };
  await sessions[0].callOk(a, calls.user.login, login);
  await sessions[1].callOk(b, calls.user.login, login);
  for (const at of [a, b])
    for (const session of sessions) await session.callOk(at, calls.user.info, {});

  await slapd.change((client) => client.del(personDn('ana')));
  expect(await sync(b)).toMatchObject({ state: 'done', counts: { disabled: 1 } });
  for (const at of [a, b])
    for (const session of sessions)
      await expect
        .poll(async () => (await session.call(at, calls.user.info, {})).error_code, WAIT)
        .toBe(10102);
  const rows = await site.database.query<{ users: number; disabled: number }>(
    `select count(*)::int as users, count(disabled_time)::int as disabled from "user"`,
  );
  expect(rows).toEqual([{ users: CREW.length + 1, disabled: 1 }]);
});

it('two processes never run two syncs at once', async () => {
  const starts = await Promise.all(
    [a, b, a, b].map((at) => admin.call(at, calls.adminDirectory.start, { is_preview: false })),
  );
  expect(starts.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
  await expect
    .poll(async () => {
      const runs = await admin.callOk(a, calls.adminDirectory.getRuns, {});
      return runs.map(({ state }) => state);
    }, WAIT)
    .toEqual(['done', 'done', 'done']);
});
