import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BASE,
  groupDn,
  groupLdif,
  personDn,
  personLdif,
  setAttribute,
  startDedicatedSlapd,
} from '../../../tests/helpers/dedicated-slapd.ts';
import type { DedicatedSlapd } from '../../../tests/helpers/dedicated-slapd.ts';
import { cpuTime } from '../../../tests/helpers/cpu-time.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { watchMemory } from '../../../tests/helpers/watch-memory.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { withTrace } from '../../trace.ts';
import { directorySyncJobs } from './directory-sync.jobs.ts';

/** A small directory on every change, a large one in the nightly set. */
const PEOPLE = Number(process.env['DIRECTORY_PEOPLE'] ?? 300);
const GROUPS = Math.max(PEOPLE / 50, 6);
const CHANGES = Math.max(PEOPLE / 100, 9);
const GROUP_SIZE = 50;

const uidOf = (at: number) => `p${String(at % PEOPLE).padStart(6, '0')}`;
const membersOf = (group: number) =>
  Array.from({ length: GROUP_SIZE }, (_, at) => uidOf(group * 37 + at * 7));

let site: TestSite;
let slapd: DedicatedSlapd;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  const people = Array.from({ length: PEOPLE }, (_, at) =>
    personLdif({ uid: uidOf(at), mail: `${uidOf(at)}@harbor.test` }),
  );
  const groups = Array.from({ length: GROUPS }, (_, at) => groupLdif(`g${at}`, membersOf(at)));
  slapd = await startDedicatedSlapd([...people, ...groups].join('\n'));
  admin = await makeLoggedInUser(site, { admin: true });
  await admin.client.callOk(calls.adminSetting.saveLdapConfig, {
    ldap_open: 1,
    ldap_form: slapd.form,
  });
  const teams = await site.database.query<{ id: number }>(
    `insert into team (uid, team_name) select $1, 'Team ' || at from generate_series(1, $2::int) as at
     returning id::int`,
    [admin.uid, GROUPS],
  );
  await admin.client.callOk(calls.adminDirectory.saveConfig, {
    directory_form: {
      create_accounts: 1,
      gone_policy: 'once',
      group_base_dn: `ou=groups,${BASE}`,
    },
    mappings: teams.map(({ id }, at) => ({
      group_dn: groupDn(`g${at}`),
      team_id: id,
      groupid: 2,
    })),
  });
}, 600_000);
afterAll(async () => {
  await site.close();
  await slapd.close();
});

async function measure(name: string) {
  const { run_id } = await admin.client.callOk(calls.adminDirectory.start, { is_preview: false });
  const operations = await slapd.operations();
  const trace = { queries: 0 };
  const peakMegabytes = watchMemory();
  const startedAt = performance.now();
  const context = { deps: site.deps, log: site.deps.log } as JobContext;
  const cpuMs = await cpuTime(() =>
    withTrace(trace, () => directorySyncJobs[0]?.run(context, { run_id })),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
  const cpuSeconds = (cpuMs / 1000).toFixed(2);
  const megabytes = peakMegabytes();
  const run = await admin.client.callOk(calls.adminDirectory.getRun, { run_id });
  const requests = (await slapd.operations()) - operations;
  const { queries } = trace;
  console.log(
    `${name}: ${seconds} s, ${cpuSeconds} s CPU of this process, ${megabytes} MB more, ${requests} LDAP requests, ${queries} statements ${JSON.stringify(run.counts)}`,
  );
  expect(run.state).toBe('done');
  return { counts: run.counts, queries, requests };
}

it(`keeps ${PEOPLE} people and ${GROUPS} groups in step with few statements`, async () => {
  const pages = Math.ceil(PEOPLE / 500) + Math.ceil(GROUPS / 500);
  const first = await measure('first sync');
  const joined = Array.from({ length: GROUPS }, (_, at) => new Set(membersOf(at)).size).reduce(
    (sum, size) => sum + size,
    0,
  );
  expect(first.counts).toMatchObject({ people: PEOPLE, created: PEOPLE, joined, groups: GROUPS });

  const unchanged = await measure('without changes');
  expect(unchanged.counts).toMatchObject({ created: 0, changed: 0, joined: 0, left: 0, gone: 0 });

  const third = Math.floor(CHANGES / 3);
  for (let at = 0; at < third; at += 1) {
    await setAttribute(slapd, personDn(uidOf(at)), 'cn', [`New name ${at}`]);
    await slapd.change((client) => client.del(personDn(uidOf(PEOPLE - 1 - at))));
    const group = groupDn(`g${at % GROUPS}`);
    const members = membersOf(at % GROUPS).slice(1);
    await setAttribute(
      slapd,
      group,
      'member',
      members.map((uid) => personDn(uid)),
    );
  }
  const changed = await measure(`with ${third * 3} changes`);
  expect(changed.counts).toMatchObject({
    changed: third,
    gone: third,
    disabled: third,
    created: 0,
  });
  expect(changed.counts.left).toBeGreaterThan(0);

  for (const { requests } of [first, unchanged, changed]) expect(requests).toBeLessThan(pages + 5);
  // Per page: the accounts and the sign of life. None of them depends on the number of people.
  expect(unchanged.queries).toBeLessThan(pages * 2 + 20 + PEOPLE / 5000);
  expect(changed.queries).toBeLessThan(pages * 2 + 60 + PEOPLE / 5000);
  expect(first.queries).toBeLessThan(pages * 2 + 60 + ((PEOPLE + joined) / 1000) * 12);
  const [rows] = await site.database.query('select count(*)::int as users from "user"');
  expect(rows).toEqual({ users: PEOPLE + 1 });
}, 1_200_000);
