import { calls } from '@octavo/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser, makeVisitor, PASSWORD } from '../../../tests/helpers/factories.ts';
import { makeItemTree, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import { startPurgeReceiver } from '../../../tests/helpers/purge-receiver.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import { MAX_DOCUMENT_MS } from '../../realtime/cdn-purge.ts';

const MAX_AGE_S = 600;

let receiver: Awaited<ReturnType<typeof startPurgeReceiver>>;
let site: TestSite;
beforeAll(async () => {
  receiver = await startPurgeReceiver();
  site = await openTestSite({
    ROLES: 'web',
    CDN_MAX_AGE_S: String(MAX_AGE_S),
    CDN_PURGE_URL: receiver.url,
  });
});
afterAll(async () => {
  await site.close();
  receiver.close();
});

const open = (client: TestClient, url: string, headers: Record<string, string> = {}) =>
  client.request({ method: 'GET', url, headers });

const sharedHeaders = (tags: string, maxAgeS = MAX_AGE_S) => ({
  'cache-control': `public, max-age=0, must-revalidate, s-maxage=${maxAgeS}`,
  'cache-tag': tags,
  vary: 'Cookie, Authorization, Accept-Language, Accept-Encoding',
});

/** Opens a document until it was fast enough for the CDN, which a busy machine may take several attempts for. */
function openShared(url: string, headers: Record<string, string> = {}) {
  return vi.waitFor(async () => {
    const response = await open(makeVisitor(site), url, headers);
    expect(response.headers['cache-tag']).toBeDefined();
    return response;
  }, WAIT);
}

async function expectNotShared(client: TestClient, url: string, status: number, control: string) {
  for (let round = 0; round < 2; round += 1) {
    const { statusCode, headers } = await open(client, url);
    expect([statusCode, headers['cache-control']]).toEqual([status, control]);
    expect(headers).not.toHaveProperty('cache-tag');
  }
}

describe('a document that a CDN may store', () => {
  it('is one of an open item for visitors, with the tags of its item and page', async () => {
    const { item_id, pages } = await makeItemTree(site);
    const tags = (page: number) => `octavo,item-${item_id},page-${page}`;
    for (const [url, tag] of [
      [`/${item_id}/${pages.orders}`, tags(pages.orders)],
      [`/${item_id}?page_id=${pages.orders}`, tags(pages.orders)],
      [`/${item_id}`, tags(pages.root)],
    ] as const) {
      const { statusCode, headers } = await openShared(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ ...sharedHeaders(tag), etag: expect.stringMatching(/^"/) });
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('has the tag of its item if that has no page', async () => {
    const owner = await makeLoggedInUser(site);
    const { item_id } = await owner.client.callOk(calls.item.add, { item_name: 'Empty' });
    const { headers } = await openShared(`/${item_id}`);
    expect(headers['cache-tag']).toMatch(new RegExp(`^octavo,item-${item_id}(,page-\\d+)?$`));
  });

  it('has the same headers if it is unchanged', async () => {
    const { item_id, pages } = await makeItemTree(site);
    const first = await openShared(`/${item_id}`);
    const etag = String(first.headers['etag']);
    const second = await openShared(`/${item_id}`, { 'if-none-match': etag });
    expect(second.statusCode).toBe(304);
    expect(second.headers).toMatchObject({
      ...sharedHeaders(`octavo,item-${item_id},page-${pages.root}`),
      etag,
    });
  });

  it('does not change when another page links to it', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const first = await openShared(`/${item_id}/${pages.api}`);
    await owner.client.callOk(calls.page.save, {
      page_id: pages.root,
      page_content: `[API](/page/${pages.api})`,
    });
    const { total } = await owner.client.callOk(calls.page.backlinks, { page_id: pages.api });
    expect(total).toBe(1);
    const second = await openShared(`/${item_id}/${pages.api}`);
    expect(second.headers['etag']).toBe(first.headers['etag']);
  });

  it('is compressed, in each encoding with the same ETag', async () => {
    const { item_id } = await makeItemTree(site);
    const responses = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) =>
        openShared(`/${item_id}`, { 'accept-encoding': encoding }),
      ),
    );
    expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    expect(new Set(responses.map(({ headers }) => headers['etag'])).size).toBe(1);
  });

  it('sets no cookie and is the same for visitors with other cookies of the site', async () => {
    const { item_id } = await makeItemTree(site);
    const plain = await openShared(`/${item_id}`);
    const cookie = 'octavo=expired-login; octavo-visit-1=x; octavo-captcha-login=x; other=1';
    const other = await openShared(`/${item_id}`, { cookie });
    expect(other.body).toBe(plain.body);
    expect(other.headers).not.toHaveProperty('set-cookie');
  });

  it('is not stored beyond the end of the banner', async () => {
    const { item_id } = await makeItemTree(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    const sharedSeconds = async () =>
      Number(
        /s-maxage=(\d+)$/.exec(
          String((await openShared(`/${item_id}`)).headers['cache-control']),
        )?.[1],
      );
    const save = (milliseconds: number) =>
      admin.client.callOk(calls.adminSetting.saveConfig, {
        banner_text: 'Maintenance',
        banner_until: new Date(Date.now() + milliseconds).toISOString(),
      });
    await save(300_000);
    expect(await sharedSeconds()).toBeLessThanOrEqual(300);
    await save(10 * MAX_AGE_S * 1000);
    expect(await sharedSeconds()).toBe(MAX_AGE_S);
    await save(-1000);
    expect(await sharedSeconds()).toBe(MAX_AGE_S);
    await admin.client.callOk(calls.adminSetting.saveConfig, { banner_text: '', banner_until: '' });
  });
});

describe('a CDN does not store', () => {
  it('documents of users, also by token', async () => {
    const { owner, item_id } = await makeItemTree(site);
    const stranger = await makeLoggedInUser(site);
    for (const { client } of [owner, stranger])
      await expectNotShared(client, `/${item_id}`, 200, 'private, no-cache');
    const script = makeVisitor(site, { origin: undefined, 'sec-fetch-site': undefined });
    const { user_token } = await script.callOk(calls.user.login, {
      username: owner.username,
      password: PASSWORD,
    });
    const bearer = makeVisitor(site, { authorization: `Bearer ${user_token}` });
    await expectNotShared(bearer, `/${item_id}`, 200, 'private, no-cache');
  });

  it('private items, with and without a visit pass', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    await owner.client.callOk(calls.item.update, { item_id, is_private: true, password: 'sesame' });
    const visitor = makeVisitor(site);
    for (const url of [`/${item_id}`, `/${item_id}/${pages.root}`]) {
      await expectNotShared(owner.client, url, 200, 'private, no-store');
      await expectNotShared(makeVisitor(site), url, 302, 'private, no-store');
    }
    await visitor.callOk(calls.item.pwd, { item_id, password: 'sesame' });
    await expectNotShared(visitor, `/${item_id}`, 200, 'private, no-store');
  });

  it('single pages, shared links and missing pages', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { unique_key } = await owner.client.callOk(calls.page.createSinglePage, {
      page_id: pages.root,
      isCreateSiglePage: true,
    });
    const visitor = makeVisitor(site);
    await expectNotShared(visitor, `/page/${pages.root}`, 302, 'private, no-store');
    await expectNotShared(visitor, `/p/${unique_key}`, 200, 'private, no-store');
    await expectNotShared(visitor, `/${item_id}/999999999`, 404, 'private, no-store');
    await expectNotShared(visitor, '/no-such-item', 404, 'private, no-store');
    await expectNotShared(visitor, '/user/login', 200, 'private, no-cache');
  });

  it('a site that requires a login', async () => {
    const { item_id } = await makeItemTree(site);
    await openShared(`/${item_id}`);
    const admin = await makeLoggedInUser(site, { admin: true });
    const { saveConfig } = calls.adminSetting;
    await admin.client.callOk(saveConfig, { login_required: 1 });
    await expectNotShared(makeVisitor(site), `/${item_id}`, 302, 'private, no-store');
    await admin.client.callOk(saveConfig, { login_required: 0 });
  });

  it('a document that took long, because a purge may have preceded it', async () => {
    const { item_id } = await makeItemTree(site);
    const page_id = await makePage(site, item_id, { page_content: 'Slow' });
    const transaction = await openTransaction(site.database);
    await transaction.query('lock table page in access exclusive mode', []);
    const opening = open(makeVisitor(site), `/${item_id}/${page_id}`);
    await transaction.waitUntilBlocked();
    await sleep(MAX_DOCUMENT_MS + 100);
    await transaction.commit();
    const { statusCode, headers } = await opening;
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, no-cache']);
    expect(headers).not.toHaveProperty('cache-tag');
  });
});
