import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeLoggedIn } from '../../testing/factories.ts';
import { deadJob } from '../../testing/good-requests.ts';
import { waitForMails } from '../../testing/mails.ts';
import { openOwnSite, openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const { diagnose, deadJobs, retryJobs, discardJobs } = calls.adminSystem;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('the diagnosis of a site', () => {
  it('asks every engine, and names its version, its tables and its last backup', async () => {
    const { client } = await makeLoggedIn(site, { admin: true });
    const found = await client.must(diagnose, {});
    expect(found.engines.map(({ name, state, fault }) => [name, state, fault])).toEqual([
      ['database', expect.stringMatching(/fine|slow/), ''],
      ['redis', 'off', ''],
      ['search', expect.stringMatching(/fine|slow/), ''],
      ['storage', expect.stringMatching(/fine|slow/), ''],
      ['mail', expect.stringMatching(/fine|slow/), ''],
      ['queue', expect.stringMatching(/fine|slow/), ''],
    ]);
    expect(found).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      migration: expect.stringMatching(/^\d{4}-.*\.sql$/),
      user_count: 1,
      backup: null,
    });
    await site.deps.repos.backups.insert({
      file_name: 'octavo-1.tar',
      file_size: 5000,
      row_count: 70,
      file_count: 2,
      fault_count: 0,
      seconds: 3,
    });
    expect((await client.must(diagnose, {})).backup).toMatchObject({ file_name: 'octavo-1.tar' });
  });

  it('says which engine is away, without its password', async () => {
    const broken = await openOwnSite({
      REDIS_URL: 'redis://:harbor-secret@127.0.0.1:1',
      SMTP_URL: 'smtp://mei:harbor-secret@127.0.0.1:1',
      ROLES: 'web',
    });
    const { client } = await makeLoggedIn(broken, { admin: true });
    const found = await client.must(diagnose, {});
    const down = found.engines.filter(({ state }) => state === 'down');
    expect(down.map(({ name }) => name)).toEqual(['redis', 'mail']);
    for (const { fault } of down) expect(fault).not.toBe('');
    expect(JSON.stringify(found)).not.toContain('harbor-secret');
  });
});

describe('mail by the settings of the site', () => {
  it('is what the diagnosis asks, and what a test mail goes by; without it the environment’s', async () => {
    const { client } = await makeLoggedIn(site, { admin: true });
    const { saveConfig, testMail } = calls.adminSetting;
    const mail = async () =>
      (await client.must(diagnose, {})).engines.find(({ name }) => name === 'mail');
    const away = {
      host: '127.0.0.1',
      port: 9,
      security: 'none',
      sender: 'docs@harbor.test',
    } as const;
    const to = `diagnosis${Date.now()}@harbor.test`;
    await client.must(saveConfig, { mail_setting: away });
    await vi.waitFor(async () => expect(await mail()).toMatchObject({ state: 'down' }), 10_000);
    expect(await client.must(testMail, { mail_setting: away, to })).toMatchObject({ is_fine: 0 });
    const environment = { host: '', sender: '' };
    await client.must(saveConfig, { mail_setting: environment });
    await vi.waitFor(async () => expect(await mail()).toMatchObject({ fault: '' }), 10_000);
    expect(await client.must(testMail, { mail_setting: environment, to })).toMatchObject({
      is_fine: 1,
    });
    await waitForMails(to, 1);
  });
});

describe('a dead job', () => {
  it('is listed with its cause, and tried again by the worker', async () => {
    const { client } = await makeLoggedIn(site, { admin: true });
    const job_id = await deadJob(site);
    const { list, total } = await client.must(deadJobs, {});
    expect(total).toBe(1);
    expect(list).toMatchObject([
      { job_id, job_name: 'audit-purge', reason: '550 mailbox is full', tries: 1 },
    ]);
    expect(await client.must(retryJobs, { job_ids: [job_id] })).toEqual({ count: 1 });
    await vi.waitFor(
      async () =>
        expect(
          await site.database.query('select state from pgboss.job where id = $1', [job_id]),
        ).toEqual([{ state: 'completed' }]),
      { timeout: 20_000 },
    );
    // Only what is dead is tried or given up.
    expect(await client.must(retryJobs, { job_ids: [job_id] })).toEqual({ count: 0 });
    expect(await client.must(discardJobs, { job_ids: [job_id] })).toEqual({ count: 0 });
  });

  it('is given up for good', async () => {
    const { client } = await makeLoggedIn(site, { admin: true });
    const job_id = await deadJob(site);
    expect(await client.must(discardJobs, { job_ids: [job_id] })).toEqual({ count: 1 });
    expect((await client.must(deadJobs, {})).total).toBe(0);
  });
});
