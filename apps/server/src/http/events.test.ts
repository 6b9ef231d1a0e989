import { promisify } from 'node:util';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../tests/helpers/client.ts';
import { openEventStream } from '../../tests/helpers/event-stream.ts';
import { logIn, makeLoggedInUser } from '../../tests/helpers/factories.ts';
import { openTransaction } from '../../tests/helpers/open-transaction.ts';
import { openIsolatedSite, openTestSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { noticeRepository } from '../modules/notice/notice.repository.ts';

let site: TestSite;
let url: string;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  url = await site.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => site.close());

const cookiesOf = (client: TestClient) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const openStream = (client: TestClient, at = url) =>
  openEventStream(at, { cookie: cookiesOf(client), 'accept-encoding': 'br, gzip' });

const addNotice = (uid: number) =>
  noticeRepository(site.deps.db)
    .insert([uid], { kind: 'itemTransferred', facts: { item: 'API' } })
    .then(() => site.deps.bus.publish('notice', String(uid)));

describe('GET /api/events', () => {
  it('notifies a user of new notices in every browser, and no other user', async () => {
    const [mei, tomas] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const phone = await logIn(site, mei.uid);
    const streams = [
      await openStream(mei.client),
      await openStream(phone),
      await openStream(tomas.client),
    ];
    await addNotice(mei.uid);
    for (const stream of streams.slice(0, 2)) await stream.waitForEvent('notice');
    await addNotice(tomas.uid);
    await streams[2]?.waitForEvent('notice');
    expect(streams.map((stream) => stream.countEvents('notice'))).toEqual([1, 1, 1]);
    // The event does not contain the notice.
    expect(streams[0]?.text()).toBe('retry: 3000\n\nevent: notice\ndata: 1\n\n');
  });

  it('disables buffering, compression and caching by proxies', async () => {
    const { client } = await makeLoggedInUser(site);
    const { status, headers } = await openStream(client);
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
    const anonymous = await openEventStream(url, {});
    expect(anonymous.headers['content-type']).toContain('application/json');
    await anonymous.waitForEnd();
    expect(JSON.parse(anonymous.text())).toMatchObject({ error_code: 10102 });
  });

  it('ends with its login: on logout, on revocation, and when the account is disabled', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    const others = [await logIn(site, uid), await logIn(site, uid)];
    const own = await openStream(client);
    const otherStream = await openStream(others[0] as TestClient);
    const loggedOutStream = await openStream(others[1] as TestClient);
    await others[1]?.callOk(calls.user.logout, {});
    await loggedOutStream.waitForEnd();
    expect(otherStream.isOpen()).toBe(true);
    await client.callOk(calls.user.revokeOtherDevices, {});
    await otherStream.waitForEnd();
    expect(own.isOpen()).toBe(true);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
    site.deps.bus.publish('account', String(uid));
    await own.waitForEnd();
  });

  it('allows twelve streams per user, and another one after one of them has ended', async () => {
    const { client } = await makeLoggedInUser(site);
    const open = await Promise.all(Array.from({ length: 12 }, () => openStream(client)));
    expect((await openStream(client)).status).toBe(429);
    open[0]?.disconnect();
    await expect.poll(async () => (await openStream(client)).status, { interval: 200 }).toBe(200);
  });

  it('allows twelve streams per user if fifty are requested at once', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const at = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const { client } = await makeLoggedInUser(own);
    // All requests wait for the same login lookup and continue in the same turn of the event loop.
    const transaction = await openTransaction(own.database);
    await transaction.query('lock table device in access exclusive mode', []);
    const pending = Promise.all(Array.from({ length: 50 }, () => openStream(client, at)));
    const connections = promisify(own.app.server.getConnections.bind(own.app.server));
    await expect.poll(() => connections()).toBe(50);
    await transaction.waitUntilBlocked();
    await transaction.commit();
    const responses = await pending;
    const countStatus = (expected: number) =>
      responses.filter(({ status }) => status === expected).length;
    expect([countStatus(200), countStatus(429)]).toEqual([12, 38]);
  });

  it('does not prevent the process from shutting down', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const at = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const { client } = await makeLoggedInUser(own);
    const stream = await openStream(client, at);
    await own.app.close();
    await stream.waitForEnd();
    expect(own.app.server.listening).toBe(false);
  });
});
