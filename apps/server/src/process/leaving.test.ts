import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBalancer } from '../testing/balancer.ts';
import type { Browser } from '../testing/browser.ts';
import { holdUsers } from '../testing/row-lock.ts';
import { startClicking } from '../testing/clicking.ts';
import { ADMIN, openInstallation } from '../testing/spawn.ts';
import type { Installation } from '../testing/spawn.ts';

let site: Installation;
beforeAll(async () => {
  site = await openInstallation();
});
afterAll(() => site.close());

/** Sends calls over keep-alive connections and records every response that is not a success. */
function load(browser: Browser, at: { url: string }, connections: number) {
  const tally = { answered: 0, failures: [] as string[] };
  const agents = Array.from(
    { length: connections },
    () => new Agent({ keepAlive: true, maxSockets: 1 }),
  );
  const stop = startClicking(connections, async (person) => {
    const answer = await browser.call(at, calls.user.info, {}, agents[person]).catch(String);
    tally.answered += 1;
    if (typeof answer === 'string') tally.failures.push(answer);
    else if (answer.error_code !== 0)
      tally.failures.push(`${answer.status} ${answer.error_message}`);
    await sleep(5);
  });
  onTestFinished(async () => {
    await stop();
    for (const agent of agents) agent.destroy();
  });
  return { tally, stop };
}

describe('a process that gets SIGTERM', () => {
  it('stops under load behind a load balancer without a failed request, and can be started again', async () => {
    // On a busy machine the health check of the load balancer may run seconds late.
    const delay = { SHUTDOWN_DELAY_MS: '5000' };
    const [stays, leaves] = await Promise.all([site.start(delay), site.start(delay)]);
    const balancer = await openBalancer([stays.url, leaves.url]);
    onTestFinished(() => balancer.close());
    const browser = site.newBrowser();
    await browser.must(balancer, calls.user.login, ADMIN);

    const clicks = load(browser, balancer, 24);
    await expect.poll(() => balancer.served(leaves.url)).toBeGreaterThan(50);
    const ended = await leaves.stop();
    const servedByLeaver = balancer.served(leaves.url);
    const returned = await site.start(delay);
    balancer.add(returned.url);
    await expect.poll(() => balancer.served(returned.url)).toBeGreaterThan(50);
    await clicks.stop();

    console.log(`${clicks.tally.answered} requests, ${clicks.tally.failures.length} failed`);
    expect(clicks.tally.failures).toEqual([]);
    expect(ended).toEqual({ code: 0, signal: null });
    expect(balancer.served(leaves.url)).toBe(servedByLeaver);
    expect(leaves.logged('bye')).toHaveLength(1);
  });

  it('finishes the request in flight, then exits with code 0', async () => {
    const server = await site.start();
    const browser = site.newBrowser();
    const { uid } = await browser.must(server, calls.user.login, ADMIN);
    const lock = await holdUsers(site.database);
    const slow = browser.call(server, calls.user.updateInfo, { name: 'Patience' });
    await lock.isWaitedFor();
    server.program.signal('SIGTERM');
    await expect.poll(() => server.logged('shutting down')).toHaveLength(1);
    await sleep(1000);
    expect(server.program.isRunning()).toBe(true);
    await lock.release();

    expect(await slow).toMatchObject({ status: 200, error_code: 0 });
    expect((await slow).headers.connection).toBe('close');
    expect(await server.program.ended).toEqual({ code: 0, signal: null });
    const rows = await site.database.query('select name from "user" where uid = $1', [uid]);
    expect(rows).toEqual([{ name: 'Patience' }]);
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
