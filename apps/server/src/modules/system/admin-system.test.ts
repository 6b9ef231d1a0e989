import { calls } from '@octavo/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../http/metrics.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { makeFailedJob } from '../../../tests/helpers/valid-requests.ts';
import { waitForMails } from '../../../tests/helpers/mails.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { medianOf } from './traffic.policy.ts';
import { createTrafficRecorder } from './traffic.ts';
import { backupRecordRepository } from '../backup/backup-record.repository.ts';
import { trafficRepository } from './traffic.repository.ts';

const { diagnose, deadJobs, retryJobs, discardJobs } = calls.adminSystem;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('the diagnosis of a site', () => {
  it('checks every service, and returns the version, the last migration and the last backup', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true });
    const diagnosis = await client.callOk(diagnose, {});
    expect(diagnosis.engines.map(({ name, state, fault }) => [name, state, fault])).toEqual([
      ['database', expect.stringMatching(/fine|slow/), ''],
      ['redis', 'off', ''],
      ['search', expect.stringMatching(/fine|slow/), ''],
      ['storage', expect.stringMatching(/fine|slow/), ''],
      ['mail', expect.stringMatching(/fine|slow/), ''],
      ['auditStream', 'off', ''],
      ['queue', expect.stringMatching(/fine|slow/), ''],
    ]);
    const { facts = {} } = diagnosis.engines.find(({ name }) => name === 'storage') ?? {};
    expect(facts['disk_total']).toBeGreaterThan(Number(facts['disk_free']));
    expect(facts['disk_free']).toBeGreaterThan(0);
    expect(diagnosis).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      migration: expect.stringMatching(/^\d{4}-.*\.sql$/),
      user_count: 1,
      backup: null,
    });
    await backupRecordRepository(site.deps.db).insert({
      file_name: 'octavo-1.tar',
      file_size: 5000,
      row_count: 70,
      file_count: 2,
      fault_count: 0,
      seconds: 3,
    });
    expect((await client.callOk(diagnose, {})).backup).toMatchObject({ file_name: 'octavo-1.tar' });
  });

  it('reports which service is down, without its password', async () => {
    const broken = await openIsolatedSite({
      REDIS_URL: 'redis://:harbor-secret@127.0.0.1:1',
      SMTP_URL: 'smtp://mei:harbor-secret@127.0.0.1:1',
      ROLES: 'web',
    });
    const { client } = await makeLoggedInUser(broken, { admin: true });
    const diagnosis = await client.callOk(diagnose, {});
    const down = diagnosis.engines.filter(({ state }) => state === 'down');
    expect(down.map(({ name }) => name)).toEqual(['redis', 'mail']);
    for (const { fault } of down) expect(fault).not.toBe('');
    expect(JSON.stringify(diagnosis)).not.toContain('harbor-secret');
  });
});

describe('the traffic of all processes', () => {
  const observed = (route: string, status: number, seconds: number) => ({
    route,
    method: 'POST',
    status,
    errorCode: 0,
    seconds,
  });

  it('is the sum over their rows, without health checks and web files', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true });
    expect((await client.callOk(diagnose, {})).traffic).toMatchObject({
      answer_time: null,
      requests: null,
      errors: 0,
    });
    const pool = new pg.Pool();
    const { db, log, cacheMemory } = site.deps;
    const processes = [1, 2].map(() => {
      const metrics = createMetrics(pool, cacheMemory, undefined);
      return { metrics, traffic: createTrafficRecorder({ db, metrics, log }) };
    });
    const [one, two] = processes as [(typeof processes)[0], (typeof processes)[0]];
    for (let n = 0; n < 60; n += 1) one.metrics.observe(observed('/api/page/info', 200, 0.003));
    for (let n = 0; n < 50; n += 1) two.metrics.observe(observed('/api/page/save', 200, 0.2));
    for (let n = 0; n < 10; n += 1) two.metrics.observe(observed('/api/page/save', 500, 0.2));
    for (const route of ['/health/ready', '/assets/web.js'])
      for (let n = 0; n < 999; n += 1) two.metrics.observe(observed(route, 503, 9));
    for (const { traffic } of processes) await traffic.write();
    // The last write does not count the same requests again.
    for (const { traffic } of processes) await traffic.close();
    const backdate =
      "update traffic set addtime = date_trunc('minute', now() - interval '7 minutes')";
    await site.database.query(backdate);
    const { traffic } = await client.callOk(diagnose, {});
    expect(traffic).toMatchObject({ answer_time: 5, requests: 120, errors: 10 });
    expect(traffic.requests_curve).toEqual([...Array<null>(10).fill(null), 120, null]);
    expect(traffic.answer_time_curve.at(-2)).toBe(5);
    expect(traffic.editors_curve.at(-2)).toBe(0);
    expect(traffic.errors_curve).toHaveLength(24);
    expect(traffic.errors_curve.filter((count) => count !== null)).toEqual([10]);
    await pool.end();
  });

  it('is deleted after a day', async () => {
    const row = { requests: 1, errors: 0, answer_times: { 5: 1 } };
    const traffic = trafficRepository(site.deps.db);
    await traffic.insert(row);
    await site.database.query("update traffic set addtime = now() - interval '25 hours'");
    await traffic.insert(row);
    expect(await site.database.query('select requests from traffic')).toEqual([{ requests: 1 }]);
  });

  it('has a median that is interpolated within a bucket', () => {
    expect(medianOf({})).toBeNull();
    expect(medianOf({ 10: 0 })).toBeNull();
    expect(medianOf({ 10: 4 })).toBe(5);
    expect(medianOf({ 5: 1, 10: 2, 25: 1 })).toBe(7.5);
    expect(medianOf({ 25: 10, 50: 100, 5: 10 })).toBe(35);
    expect(medianOf({ 20000: 1, Infinity: 9 })).toBe(20_000);
  });
});

describe('the mail settings of the site', () => {
  it('apply to the diagnosis and to test mails; without them the environment applies', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true });
    const { saveConfig, testMail } = calls.adminSetting;
    const mail = async () =>
      (await client.callOk(diagnose, {})).engines.find(({ name }) => name === 'mail');
    const unreachable = {
      host: '127.0.0.1',
      port: 9,
      security: 'none',
      sender: 'docs@harbor.test',
    } as const;
    const to = `diagnosis${Date.now()}@harbor.test`;
    await client.callOk(saveConfig, { mail_setting: unreachable });
    await expect.poll(mail).toMatchObject({ state: 'down' });
    expect(await client.callOk(testMail, { mail_setting: unreachable, to })).toMatchObject({
      is_fine: 0,
    });
    const environment = { host: '', sender: '' };
    await client.callOk(saveConfig, { mail_setting: environment });
    await expect.poll(mail).toMatchObject({ fault: '' });
    expect(await client.callOk(testMail, { mail_setting: environment, to })).toMatchObject({
      is_fine: 1,
    });
    await waitForMails(to, 1);
  });
});

describe('a dead job', () => {
  it('is listed with its error, and can be retried', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true });
    const job_id = await makeFailedJob(site);
    const { list, total } = await client.callOk(deadJobs, {});
    expect(total).toBe(1);
    expect(list).toMatchObject([
      { job_id, job_name: 'audit-purge', reason: '550 mailbox is full', tries: 1 },
    ]);
    expect(await client.callOk(retryJobs, { job_ids: [job_id] })).toEqual({ count: 1 });
    await expect
      .poll(() => site.database.query('select state from pgboss.job where id = $1', [job_id]))
      .toEqual([{ state: 'completed' }]);
    // Only dead jobs can be retried or discarded.
    expect(await client.callOk(retryJobs, { job_ids: [job_id] })).toEqual({ count: 0 });
    expect(await client.callOk(discardJobs, { job_ids: [job_id] })).toEqual({ count: 0 });
  });

  it('shows the name of its subject, and no password', async () => {
    const { client, username, uid } = await makeLoggedInUser(site, { admin: true });
    await site.database.query(
      `insert into pgboss.job (name, data, state, completed_on, output)
       values ('user-verify-mail', $1, 'failed', now(), $2),
         ('user-reset-mail', '{"email": "sealed-address"}', 'failed', now() - interval '1 hour', $2)`,
      [{ uid }, { message: 'Error: smtp://mei:harbor-secret@mail.test says no' }],
    );
    const { list } = await client.callOk(deadJobs, {});
    expect(list).toMatchObject([
      {
        job_name: 'user-verify-mail',
        subject: username,
        reason: 'Error: smtp://mail.test says no',
      },
      { job_name: 'user-reset-mail', subject: '' },
    ]);
    expect(JSON.stringify(list)).not.toContain('sealed-address');
    await client.callOk(discardJobs, { job_ids: list.map(({ job_id }) => job_id) });
  });

  it('can be discarded', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true });
    const job_id = await makeFailedJob(site);
    expect(await client.callOk(discardJobs, { job_ids: [job_id] })).toEqual({ count: 1 });
    expect((await client.callOk(deadJobs, {})).total).toBe(0);
  });
});
