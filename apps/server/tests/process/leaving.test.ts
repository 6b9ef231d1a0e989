import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startLoadBalancer } from '../helpers/load-balancer.ts';
import type { Browser } from '../helpers/browser.ts';
import { lockUsers } from '../helpers/row-lock.ts';
import { startClients } from '../helpers/concurrent-clients.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation } from '../helpers/installation.ts';

let site: Installation;
beforeAll(async () => {
  site = await openInstallation();
});
afterAll(() => site.close());

/** Sends calls over keep-alive connections and records every response that is not a success. */
function startLoad(browser: Browser, at: { url: string }, connections: number) {
  const totals = { answered: 0, failures: [] as string[] };
  const agents = Array.from(
    { length: connections },
    () => new Agent({ keepAlive: true, maxSockets: 1 }),
  );
  const stop = startClients(connections, async (person) => {
    const answer = await browser.call(at, calls.user.info, {}, agents[person]).catch(String);
    totals.answered += 1;
    if (typeof answer === 'string') totals.failures.push(answer);
    else if (answer.error_code !== 0)
      totals.failures.push(`${answer.status} ${answer.error_message}`);
    await sleep(5);
  });
  onTestFinished(async () => {
    await stop();
    for (const agent of agents) agent.destroy();
  });
  return { totals, stop };
}

describe('a process that gets SIGTERM', () => {
  it('stops under load behind a load balancer without a failed request, and can be started again', async () => {
    // On a busy machine the health check of the load balancer may run seconds late.
    const delay = { SHUTDOWN_DELAY_MS: '5000' };
    const [remaining, stopping] = await Promise.all([site.start(delay), site.start(delay)]);
    const balancer = await startLoadBalancer([remaining.url, stopping.url]);
    onTestFinished(() => balancer.close());
    const browser = site.newBrowser();
    await browser.callOk(balancer, calls.user.login, ADMIN);

    const clientLoad = startLoad(browser, balancer, 24);
    await expect.poll(() => balancer.requestCount(stopping.url)).toBeGreaterThan(50);
    const ended = await stopping.stop();
    const servedByLeaver = balancer.requestCount(stopping.url);
    const returned = await site.start(delay);
    balancer.add(returned.url);
    await expect.poll(() => balancer.requestCount(returned.url)).toBeGreaterThan(50);
    await clientLoad.stop();

    console.log(
      `${clientLoad.totals.answered} requests, ${clientLoad.totals.failures.length} failed`,
    );
    expect(clientLoad.totals.failures).toEqual([]);
    expect(ended).toEqual({ code: 0, signal: null });
    expect(balancer.requestCount(stopping.url)).toBe(servedByLeaver);
    expect(stopping.logsWithMessage('shutdown complete')).toHaveLength(1);
  });

  it('finishes the request in flight, then exits with code 0', async () => {
    const server = await site.start();
    const browser = site.newBrowser();
    const { uid } = await browser.callOk(server, calls.user.login, ADMIN);
    const lock = await lockUsers(site.database);
    const slow = browser.call(server, calls.user.updateInfo, { name: 'Slow save' });
    await lock.waitUntilBlocked();
    server.program.signal('SIGTERM');
    await expect.poll(() => server.logsWithMessage('shutting down')).toHaveLength(1);
    await sleep(1000);
    expect(server.program.isRunning()).toBe(true);
    await lock.release();

    expect(await slow).toMatchObject({ status: 200, error_code: 0 });
    expect((await slow).headers.connection).toBe('close');
    expect(await server.program.exited).toEqual({ code: 0, signal: null });
    const rows = await site.database.query('select name from "user" where uid = $1', [uid]);
    expect(rows).toEqual([{ name: 'Slow save' }]);
  });

  it('reports that it is not ready while requests can still reach it', async () => {
    const server = await site.start({ SHUTDOWN_DELAY_MS: '5000' });
    const ended = server.stop();
    await expect
      .poll(() => server.readiness(), { interval: 20 })
      .toEqual({ code: 503, status: 'not ready', reason: 'shutting down' });
    const late = await site.newBrowser().call(server, calls.common.homePageSetting, {});
    expect(late).toMatchObject({ status: 200, error_code: 0 });
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('does not wait forever for a client that never completes its request', async () => {
    const server = await site.start({ SHUTDOWN_TIMEOUT_MS: '1000' });
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(
      'POST /api/user/info HTTP/1.1\r\nhost: octavo.test\r\ncontent-length: 10\r\n\r\n{',
    );
    await sleep(300);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });
});
