import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import type { Browser } from '../helpers/browser.ts';
import { sendRequest } from '../helpers/http.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { startPurgeReceiver } from '../helpers/purge-receiver.ts';
import { startTcpProxy } from '../helpers/tcp-proxy.ts';
import type { TcpProxy } from '../helpers/tcp-proxy.ts';
import { startVarnish } from '../helpers/varnish.ts';
import { WAIT } from '../helpers/wait.ts';

const CDN_PURGE_TOKEN = 'planted-purge-token';
const CDN_MAX_AGE_S = '3600';

let site: Installation;
let varnish: Awaited<ReturnType<typeof startVarnish>>;
/** Between the site and the purges of Varnish. */
let purgeProxy: TcpProxy;
let env: Record<string, string>;
let server: RunningServer;
let metricsUrl: string;
let admin: Browser;
beforeAll(async () => {
  site = await openInstallation('migrated', { DEMO_ITEMS: '0' });
  const port = await choosePort();
  varnish = await startVarnish(port, CDN_PURGE_TOKEN);
  purgeProxy = await startTcpProxy(varnish.purgeUrl);
  env = { CDN_MAX_AGE_S, CDN_PURGE_TOKEN, CDN_PURGE_URL: purgeProxy.url };
  const METRICS_PORT = String(await choosePort());
  metricsUrl = `http://127.0.0.1:${METRICS_PORT}/metrics`;
  server = await site.start({ ...env, PORT: String(port), METRICS_PORT });
  admin = site.newBrowser();
  await admin.callOk(varnish, calls.user.login, ADMIN);
  await admin.callOk(varnish, calls.user.confirm, { password: ADMIN.password });
});
afterAll(async () => {
  await varnish.close();
  await purgeProxy.close();
  await site.close();
});

/** Varnish adds the id of the request that stored a document to the id of a request that it answers with it. */
const isHit = (headers: Readonly<Record<string, unknown>>) =>
  String(headers['x-varnish']).split(' ').length === 2;

async function visit(path: string, headers: Record<string, string> = {}) {
  const response = await sendRequest(`${varnish.url}${path}`, { headers });
  return { ...response, isHit: isHit(response.headers) };
}

/** Visits the page until Varnish has stored it; purges of earlier changes may still remove it. */
function waitForHit(path: string, headers: Record<string, string> = {}) {
  return vi.waitFor(async () => {
    const response = await visit(path, headers);
    if (!response.isHit) throw new Error(`Varnish has not stored ${path}`);
    return response;
  }, WAIT);
}

async function makePage(page_content = 'The first text') {
  const { item_id } = await admin.callOk(varnish, calls.item.add, { item_name: 'Harbor' });
  const { page_id } = await admin.callOk(varnish, calls.page.save, {
    item_id,
    page_title: 'Tides',
    page_content,
  });
  return { item_id, page_id, path: `/${item_id}/${page_id}` };
}

async function countFailedPurges(): Promise<number> {
  const { body } = await sendRequest(metricsUrl);
  return Number(/^cdn_purges_total\{result="failed"\} (\d+)$/m.exec(body)?.[1] ?? 0);
}

describe('behind Varnish, a page of an open item', () => {
  it('is served to visitors without a request to the site', async () => {
    const { path } = await makePage();
    const countRequests = () =>
      server.logsWithMessage('request').filter(({ route }) => route === paths.itemPage.pattern)
        .length;
    const earlierRequests = countRequests();
    let misses = 0;
    let hits = 0;
    await vi.waitFor(async () => {
      if ((await visit(path)).isHit) hits += 1;
      else misses += 1;
      expect(hits).toBe(5);
    }, WAIT);
    // The log is written in order, so after this line it has all earlier requests.
    await sendRequest(`${server.url}/robots.txt`);
    await expect
      .poll(() => server.logsWithMessage('request').some(({ route }) => route === '/robots.txt'))
      .toBe(true);
    expect(countRequests() - earlierRequests).toBe(misses);
  });

  it('is revalidated by browsers at Varnish', async () => {
    const { path } = await makePage();
    const { headers } = await waitForHit(path);
    expect(headers).toMatchObject({
      'cache-control': `public, max-age=0, must-revalidate, s-maxage=${CDN_MAX_AGE_S}`,
      etag: expect.stringMatching(/"/),
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('cache-tag');
    const unchanged = await waitForHit(path, { 'if-none-match': String(headers.etag) });
    expect(unchanged.status).toBe(304);
  });

  it('is stored once per language', async () => {
    const { path } = await makePage();
    const language = async (headers: Record<string, string>) =>
      /<html lang="([^"]*)"/.exec((await waitForHit(path, headers)).body)?.[1];
    expect(await language({ 'accept-language': 'fr, zh-CN;q=0.9, en;q=0.8' })).toBe('zh-CN');
    expect(await language({ 'accept-language': 'en-GB, zh;q=0.5' })).toBe('en');
    expect(await language({})).toBe('en');
    expect(await language({ cookie: 'analytics=1', 'accept-language': 'zh' })).toBe('zh-CN');
    const chosen = await visit(path, { cookie: 'octavo-language=zh-cn' });
    expect(chosen.isHit).toBe(false);
    expect(chosen.body).toContain('<html lang="zh-CN"');
  });

  it('is never served from the cache to users, and visitors get no document of a user', async () => {
    const { path } = await makePage();
    await waitForHit(path);
    const { cookie = '' } = admin.headers();
    for (let round = 0; round < 3; round += 1) {
      const own = await visit(path, { cookie });
      expect(own.isHit).toBe(false);
      expect(own.headers['cache-control']).toBe('private, no-cache');
      expect(own.body).toContain('"is_login":true');
      const token = await visit(path, { authorization: 'Bearer some-token' });
      expect(token.isHit).toBe(false);
      expect((await visit(path)).body).toContain('"is_login":false');
    }
    const { path: unstored } = await makePage();
    expect((await visit(unstored, { cookie })).body).toContain('"is_login":true');
    expect((await waitForHit(unstored)).body).toContain('"is_login":false');
  });

  it('changes with a save, a new title, a new item name and a deletion', async () => {
    const { item_id, page_id, path } = await makePage();
    const expectChange = async (change: () => Promise<unknown>, text: string) => {
      expect((await waitForHit(path)).body).not.toContain(text);
      await change();
      await expect.poll(async () => (await visit(path)).body).toContain(text);
      // Also what Varnish stores from now on is the new document.
      expect((await waitForHit(path)).body).toContain(text);
    };
    const save = (fields: object) => admin.callOk(varnish, calls.page.save, { page_id, ...fields });
    await expectChange(() => save({ page_content: 'The second text' }), 'The second text');
    await expectChange(() => save({ page_title: 'Currents' }), 'Currents');
    await expectChange(
      () => admin.callOk(varnish, calls.item.update, { item_id, item_name: 'Lighthouse' }),
      'Lighthouse',
    );
    await admin.callOk(varnish, calls.page.delete, { page_id });
    await expect.poll(async () => (await visit(path)).status).toBe(404);
  });

  it('changes in the menu of other pages', async () => {
    const { item_id, path } = await makePage();
    const other = await admin.callOk(varnish, calls.page.save, { item_id, page_title: 'Old name' });
    await expect.poll(async () => (await waitForHit(path)).body).toContain('Old name');
    const { page_id } = other;
    await admin.callOk(varnish, calls.page.save, { page_id, page_title: 'New name' });
    await expect.poll(async () => (await visit(path)).body).toContain('New name');
  });

  it('is inaccessible once its item is private, and stored again once it is open', async () => {
    const { item_id, path } = await makePage();
    await waitForHit(path);
    const { update } = calls.item;
    await admin.callOk(varnish, update, { item_id, is_private: true, password: 'sesame' });
    await expect.poll(async () => (await visit(path)).status).toBe(302);
    expect((await visit(path)).isHit).toBe(false);
    await admin.callOk(varnish, update, { item_id, is_private: false });
    expect((await waitForHit(path)).status).toBe(200);
  });

  it('changes with the settings of the site', async () => {
    const { path } = await makePage();
    const { saveConfig } = calls.adminSetting;
    await waitForHit(path);
    await admin.callOk(varnish, saveConfig, { banner_text: 'Maintenance' });
    await expect.poll(async () => (await visit(path)).body).toContain('Maintenance');
    await waitForHit(path);
    await admin.callOk(varnish, saveConfig, { login_required: 1 });
    await expect.poll(async () => (await visit(path)).status).toBe(302);
    await admin.callOk(varnish, saveConfig, { login_required: 0, banner_text: '' });
    expect((await waitForHit(path)).status).toBe(200);
  });

  it('changes with a save of another process', async () => {
    const { page_id, path } = await makePage();
    const other = await site.start(env);
    await waitForHit(path);
    await admin.callOk(other, calls.page.save, { page_id, page_content: 'From elsewhere' });
    await expect.poll(async () => (await visit(path)).body).toContain('From elsewhere');
    expect((await other.stop()).code).toBe(0);
  });

  it('changes when purges work again', async () => {
    const { page_id, path } = await makePage();
    const failures = await countFailedPurges();
    const warning = 'purging the CDN failed, will retry';
    const warnings = server.logsWithMessage(warning).length;
    await purgeProxy.cut();
    await waitForHit(path);
    await admin.callOk(varnish, calls.page.save, { page_id, page_content: 'Late news' });
    await expect.poll(countFailedPurges).toBeGreaterThan(failures + 1);
    expect(server.logsWithMessage(warning)).toHaveLength(warnings + 1);
    expect(await visit(path)).toMatchObject({
      isHit: true,
      body: expect.not.stringContaining('Late news'),
    });
    await purgeProxy.restore();
    await expect.poll(async () => (await visit(path)).body).toContain('Late news');
    expect(server.program.stdout()).not.toContain(CDN_PURGE_TOKEN);
  });
});

describe('a process with a CDN', () => {
  it('purges all documents when it starts and stops, and sends its last changes', async () => {
    const receiver = await startPurgeReceiver();
    const leaving = await site.start({ ...env, CDN_PURGE_URL: receiver.url });
    await expect.poll(() => receiver.countOf('octavo')).toBe(2);
    const { item_id, page_id } = await makePage();
    await admin.callOk(leaving, calls.page.save, { page_id, page_title: 'Last words' });
    expect((await leaving.stop()).code).toBe(0);
    for (const tag of [`page-${page_id}`, `item-${item_id}`])
      expect(receiver.countOf(tag)).toBeGreaterThan(0);
    expect(receiver.countOf('octavo')).toBeGreaterThan(2);
    receiver.close();
  });
});
