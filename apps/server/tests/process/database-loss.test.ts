import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@octavo/contract';
import type { Envelope } from '@octavo/contract/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { startClients } from '../helpers/concurrent-clients.ts';
import { sendRequest } from '../helpers/http.ts';
import type { HttpResponse } from '../helpers/http.ts';
import { expectWithin } from '../helpers/nightly.ts';
import { lockUsers } from '../helpers/row-lock.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { timeUntil } from '../helpers/stop-watch.ts';
import { startTcpProxy } from '../helpers/tcp-proxy.ts';
import type { TcpProxy } from '../helpers/tcp-proxy.ts';

let site: Installation;
let proxy: TcpProxy;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  site = await openInstallation();
  proxy = await startTcpProxy(site.database.databaseUrl);
  server = await site.start({ DATABASE_URL: proxy.url });
  browser = site.newBrowser();
  await browser.callOk(server, calls.user.login, ADMIN);
});
afterAll(async () => {
  await site.close();
  await proxy.close();
});

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const begun = performance.now();
  const answer = await work;
  return { answer, ms: Math.round(performance.now() - begun) };
}

type PendingResponse = Promise<Envelope & Pick<HttpResponse, 'status' | 'headers'>>;

async function expectUnavailable(call: PendingResponse, maxMs: number): Promise<void> {
  const { answer, ms } = await timed(call);
  const { status, headers, ...envelope } = answer;
  console.log(`a call that needs the database was refused after ${ms} ms`);
  expect(status).toBe(503);
  expect(envelope).toEqual({
    error_code: 10101,
    error_message: expect.stringMatching(/./) as string,
    data: null,
  });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expectWithin(ms, maxMs);
}

async function expectNotReady(maxMs: number): Promise<void> {
  const probe = await timed(server.readiness());
  expect(probe.answer).toEqual({
    code: 503,
    status: 'not ready',
    reason: 'database does not answer',
  });
  expectWithin(probe.ms, maxMs);
  const live = await timed(sendRequest(`${server.url}/health/live`));
  expect(live.answer.status).toBe(200);
  expectWithin(live.ms, 1000);
}

async function expectRecovery(): Promise<void> {
  const took = await timeUntil(async () => {
    expect(await server.readiness()).toEqual({ code: 200, status: 'ready' });
    await browser.callOk(server, calls.user.devices, {});
  });
  console.log(`with the database back, the process recovered after ${took} ms`);
  expect(server.program.isRunning()).toBe(true);
}

describe('a process that loses PostgreSQL', () => {
  it('answers 503 at once, stays alive and recovers automatically', async () => {
    await proxy.cut();
    await expectUnavailable(browser.call(server, calls.user.devices, {}), 2000);
    await expectNotReady(2000);
    // A browser that opens a page gets HTML with an automatic retry, not JSON.
    const opened = await sendRequest(`${server.url}/999999/1`, {
      headers: { accept: 'text/html' },
    });
    expect(opened).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' },
    });
    await proxy.restore();
    await expectRecovery();
  });

  it('answers 503 to a call whose transaction loses its connection, and rolls it back', async () => {
    const lock = await lockUsers(site.database);
    const change = browser.call(server, calls.user.updateInfo, { name: 'Half Done' });
    await lock.waitUntilBlocked();
    await proxy.cut();
    await expectUnavailable(change, 2000);
    await lock.release();
    await proxy.restore();
    await expectRecovery();
    expect(await browser.callOk(server, calls.user.info, {})).toMatchObject({ name: '' });
  });

  it('times out on a network that drops every packet, and recovers automatically', async () => {
    proxy.stall();
    const call = browser.call(server, calls.user.devices, {});
    await expectNotReady(10_000);
    // Longer than the statement timeout, shorter than the timeout of the product's own clients.
    await expectUnavailable(call, 20_000);
    await proxy.restore();
    await expectRecovery();
  });

  it('survives ten broken connections under load', async () => {
    const stop = startClients(8, async () => {
      await browser.call(server, calls.user.devices, {});
    });
    for (let round = 0; round < 10; round += 1) {
      await sleep(100);
      await proxy.cut();
      await proxy.restore();
    }
    await stop();
    await expectRecovery();
    const statuses = new Set(server.logsWithMessage('request').map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
  });
});
