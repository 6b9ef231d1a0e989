import { promisify } from 'node:util';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { openEventStream } from '../testing/event-stream.ts';
import { logIn, makeLoggedIn } from '../testing/factories.ts';
import { holdTransaction } from '../testing/held-transaction.ts';
import { openOwnSite, openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';

let site: TestSite;
let url: string;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  url = await site.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => site.close());

const cookiesOf = (client: TestClient) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const listen = (client: TestClient, at = url) =>
  openEventStream(at, { cookie: cookiesOf(client), 'accept-encoding': 'br, gzip' });

const tellOf = (uid: number) =>
  site.deps.repos.notices
    .insert([uid], { kind: 'itemTransferred', facts: { item: 'API' } })
    .then(() => site.deps.bus.publish('notice', String(uid)));

describe('GET /api/events', () => {
  it('notifies a user of new notices in every browser, and no other user', async () => {
    const [mei, tomas] = [await makeLoggedIn(site), await makeLoggedIn(site)];
    const phone = await logIn(site, mei.uid);
    const streams = [await listen(mei.client), await listen(phone), await listen(tomas.client)];
    await tellOf(mei.uid);
    for (const stream of streams.slice(0, 2)) await stream.hears('notice');
    await tellOf(tomas.uid);
    await streams[2]?.hears('notice');
    expect(streams.map((stream) => stream.times('notice'))).toEqual([1, 1, 1]);
    // The event does not contain the notice.
    expect(streams[0]?.text()).toBe('retry: 3000\n\nevent: notice\ndata: 1\n\n');
  });

  it('disables buffering, compression and caching by proxies', async () => {
    const { client } = await makeLoggedIn(site);
    const { status, headers } = await listen(client);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('rejects visitors', async () => {
    const nobody = await openEventStream(url, {});
    expect(nobody.headers['content-type']).toContain('application/json');
    await nobody.ends();
    expect(JSON.parse(nobody.text())).toMatchObject({ error_code: 10102 });
  });

  it('ends with its login: on logout, on revocation, and when the account is disabled', async () => {
    const { uid, client } = await makeLoggedIn(site);
    const others = [await logIn(site, uid), await logIn(site, uid)];
    const own = await listen(client);
    const stays = await listen(others[0] as TestClient);
    const leaves = await listen(others[1] as TestClient);
    await others[1]?.must(calls.user.logout, {});
    await leaves.ends();
    expect(stays.isOpen()).toBe(true);
    await client.must(calls.user.revokeOtherDevices, {});
    await stays.ends();
    expect(own.isOpen()).toBe(true);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
    site.deps.bus.publish('account', String(uid));
    await own.ends();
  });

  it('allows twelve streams per user, and another one after one of them has ended', async () => {
    const { client } = await makeLoggedIn(site);
    const open = await Promise.all(Array.from({ length: 12 }, () => listen(client)));
    expect((await listen(client)).status).toBe(429);
    open[0]?.leave();
    await expect.poll(async () => (await listen(client)).status, { interval: 200 }).toBe(200);
  });

  it('allows twelve streams per user if fifty are requested at once', async () => {
    const own = await openOwnSite({ ROLES: 'web' });
    const at = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const { client } = await makeLoggedIn(own);
    // All requests wait for the same login lookup and continue in the same turn of the event loop.
    const held = await holdTransaction(own.database);
    await held.query('lock table device in access exclusive mode', []);
    const asking = Promise.all(Array.from({ length: 50 }, () => listen(client, at)));
    const connections = promisify(own.app.server.getConnections.bind(own.app.server));
    await expect.poll(() => connections()).toBe(50);
    await held.isWaitedFor();
    await held.commit();
    const asked = await asking;
    const counted = (wanted: number) => asked.filter(({ status }) => status === wanted).length;
    expect([counted(200), counted(429)]).toEqual([12, 38]);
  });

  it('does not prevent the process from shutting down', async () => {
    const own = await openOwnSite({ ROLES: 'web' });
    const at = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const { client } = await makeLoggedIn(own);
    const stream = await listen(client, at);
    await own.app.close();
    await stream.ends();
    expect(own.app.server.listening).toBe(false);
  });
});
