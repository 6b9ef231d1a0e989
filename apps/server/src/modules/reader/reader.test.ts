import { calls } from '@octavo/contract';
import { READER_DATA_ID } from '@octavo/contract/reader';
import type { ReaderDocument } from '@octavo/contract/reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import {
  makeLoggedInUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import {
  makeItem,
  makeMember,
  makePage,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function openUrl(client: TestClient, url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: sent, body } = await client.request({ method: 'GET', url, headers });
  return { status: statusCode, headers: sent, html: body };
}

/** The hydration data of the document. */
function parseData(html: string): ReaderDocument {
  const found = new RegExp(`id="${READER_DATA_ID}">(.*?)</script>`, 's').exec(html);
  return JSON.parse(found?.[1] ?? 'null') as ReaderDocument;
}

function parseItemView(html: string) {
  const { view } = parseData(html);
  if (view.kind !== 'item') throw new Error(`shows ${view.kind}`);
  return view;
}

async function makePrivate() {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, item_name: 'Secret plans' });
  const page_id = await makePage(site, item_id, { page_title: 'The plan', page_content: 'Dig.' });
  await owner.client.callOk(calls.item.update, { item_id, is_private: true, password: 'sesame' });
  return { owner, item_id, page_id };
}

describe('a public page', () => {
  it('has title, description and canonical URL', async () => {
    const owner = await makeLoggedInUser(site);
    const item_domain = uniqueName('harbor');
    const { item_id } = await owner.client.callOk(calls.item.add, {
      item_name: 'Harbor API',
      item_domain,
    });
    const page_content = '## Start\n\nReserves stock for 30 minutes.';
    const { page_id } = await owner.client.callOk(calls.page.save, {
      item_id,
      page_title: 'Create "an" <order>',
      page_content,
    });
    const { status, headers, html } = await openUrl(makeVisitor(site), `/${item_id}/${page_id}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, no-cache',
      vary: expect.stringContaining('Cookie, Accept-Language, Accept-Encoding'),
    });
    expect(headers).not.toHaveProperty('cache-tag');
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(html).toContain('<title>Create &quot;an&quot; &lt;order&gt; · Harbor API</title>');
    expect(html).toContain('content="Start Reserves stock for 30 minutes."');
    const address = `http://octavo.test/${item_domain}/${page_id}`;
    expect(html).toContain(`<link rel="canonical" href="${address}">`);
    expect(html).toContain(`<meta property="og:url" content="${address}">`);
    expect(html).not.toContain('noindex');
    const { item, page } = parseItemView(html);
    expect(item).toMatchObject({ item_id, item_edit: false, item_manage: false });
    expect(page).toMatchObject({ page_id, version: 1 });
    expect(page).not.toHaveProperty('page_content');
    expect(page).not.toHaveProperty('unique_key');
  });

  it.each([
    ['by number and page', (item: number, page: number) => `/${item}/${page}`],
    ['by number and query', (item: number, page: number) => `/${item}?page_id=${page}`],
  ])('is found %s', async (_how, address) => {
    const { item_id, pages } = await makeItemTree(site);
    const { html } = await openUrl(makeVisitor(site), address(item_id, pages.orders));
    const { page, around, item } = parseItemView(html);
    expect(page?.page_id).toBe(pages.orders);
    expect(item.default_cat_id3).toBeGreaterThan(0);
    expect(around.previous?.page_id).toBe(pages.api);
    expect(around.next).toBeNull();
  });

  it('is the first page of the tree if the URL has no page', async () => {
    const { item_id, pages } = await makeItemTree(site);
    const { page, around } = parseItemView((await openUrl(makeVisitor(site), `/${item_id}`)).html);
    expect(page?.page_id).toBe(pages.root);
    expect(around.next?.page_id).toBe(pages.guides);
  });

  it('includes the whole menu of a small item and only the open branch of a large one', async () => {
    const { item_id, pages, catalogs } = await makeItemTree(site);
    const small = parseItemView(
      (await openUrl(makeVisitor(site), `/${item_id}/${pages.orders}`)).html,
    );
    expect(small.item.menu.catalogs.map(({ loaded }) => loaded)).toEqual([true, true]);
    await makePage(site, item_id, { catalog: catalogs.guides, count: 300 });
    const large = parseItemView(
      (await openUrl(makeVisitor(site), `/${item_id}/${pages.orders}`)).html,
    );
    expect(large.item.page_count).toBe(306);
    expect(large.item.menu.catalogs.map(({ loaded }) => loaded)).toEqual([false, true]);
    expect(large.around.previous?.page_id).toBe(pages.api);
  });

  it('uses the language of the account, the cookie or the Accept-Language header', async () => {
    const { item_id } = await makeItemTree(site);
    const language = async (client: TestClient, headers: Record<string, string>) =>
      parseData((await openUrl(client, `/${item_id}`, headers)).html).language;
    const acceptChinese = { 'accept-language': 'zh-CN,zh;q=0.9' };
    expect(await language(makeVisitor(site), {})).toBe('en');
    expect(await language(makeVisitor(site), acceptChinese)).toBe('zh-cn');
    const chosen = makeVisitor(site);
    chosen.cookies.set('octavo-language', 'en');
    expect(await language(chosen, acceptChinese)).toBe('en');
    const person = await makeLoggedInUser(site);
    await person.client.callOk(calls.user.updateInfo, { language: 'zh-cn' });
    person.client.cookies.set('octavo-language', 'en');
    expect(await language(person.client, {})).toBe('zh-cn');
  });

  it('is served from the cache, with 304 for a matching ETag', async () => {
    const { item_id } = await makeItemTree(site);
    const client = makeVisitor(site);
    await openUrl(client, `/${item_id}`);
    const { headers, html } = await openUrl(client, `/${item_id}`, {
      'accept-encoding': 'identity',
    });
    const tag = String(headers['etag']);
    expect(tag).toMatch(/^"/);
    expect((await openUrl(client, `/${item_id}`, { 'if-none-match': tag })).status).toBe(304);
    expect(parseItemView(html).item.item_id).toBe(item_id);
    expect(await countQueries(site, () => openUrl(client, `/${item_id}`))).toBe(0);
  });

  it('shows saved content, a new item name and a new neighbour at once', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const loadHtml = async () =>
      (await openUrl(makeVisitor(site), `/${item_id}/${pages.root}`)).html;
    await loadHtml();
    const page_content = 'Quite another text';
    await owner.client.callOk(calls.page.save, { page_id: pages.root, page_content });
    expect(await loadHtml()).toContain('content="Quite another text"');
    await owner.client.callOk(calls.item.update, { item_id, item_name: 'Renamed' });
    expect(await loadHtml()).toContain('· Renamed</title>');
    await owner.client.callOk(calls.page.delete, { page_id: pages.guides });
    expect(parseItemView(await loadHtml()).around.next?.page_id).toBe(pages.install);
  });

  it('never contains the rights of another user', async () => {
    const { owner, item_id } = await makeItemTree(site);
    const stranger = await makeLoggedInUser(site);
    for (let round = 0; round < 2; round += 1) {
      const own = await openUrl(owner.client, `/${item_id}`);
      expect(parseItemView(own.html).item).toMatchObject({ item_edit: true, item_manage: true });
      expect(own.headers['cache-control']).toBe('private, no-cache');
      const strange = await openUrl(stranger.client, `/${item_id}`);
      expect(parseItemView(strange.html).item).toMatchObject({ item_edit: false, is_login: true });
      expect(strange.headers['cache-control']).toBe('private, no-cache');
      const other = await openUrl(makeVisitor(site), `/${item_id}`);
      expect(parseItemView(other.html).item).toMatchObject({ item_edit: false, is_login: false });
    }
  });
});

describe('a table item', () => {
  it('redirects users who may edit it to the editor; its page URL and other users get the reader', async () => {
    const owner = await makeLoggedInUser(site);
    const { item_id } = await owner.client.callOk(calls.item.add, { item_name: 'T', item_type: 4 });
    const { default_page_id: page_id } = await owner.client.callOk(calls.item.info, { item_id });
    const reader = await makeMember(site, item_id);
    const redirected = await openUrl(owner.client, `/${item_id}`);
    expect(redirected.status).toBe(302);
    expect(redirected.headers).toMatchObject({
      location: `/page/edit/${item_id}/${page_id}`,
      'cache-control': 'private, no-store',
    });
    expect((await openUrl(owner.client, `/${item_id}/${page_id}`)).status).toBe(200);
    for (const client of [reader.client, makeVisitor(site)])
      expect((await openUrl(client, `/${item_id}`)).status).toBe(200);
    await owner.client.callOk(calls.item.archive, { item_id, password: PASSWORD });
    expect((await openUrl(owner.client, `/${item_id}`)).status).toBe(200);
  });
});

describe('a private item', () => {
  it('redirects users without access to the password form with a return URL', async () => {
    const { item_id, page_id } = await makePrivate();
    const stranger = await makeLoggedInUser(site);
    for (const client of [makeVisitor(site), stranger.client]) {
      const answer = await openUrl(client, `/${item_id}/${page_id}?a=b`);
      expect(answer.status).toBe(302);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['location']).toBe(
        `/item/password/${item_id}?redirect=%2F${item_id}%2F${page_id}%3Fa%3Db`,
      );
      expect(answer.html).not.toContain('plan');
    }
    const pageResponse = await openUrl(makeVisitor(site), `/page/${page_id}`);
    expect(pageResponse.headers['location']).toBe(
      `/item/password/${item_id}?page_id=${page_id}&redirect=%2Fpage%2F${page_id}`,
    );
  });

  it('opens with a visit pass, with no-store and noindex', async () => {
    const { item_id, page_id } = await makePrivate();
    const client = makeVisitor(site);
    await client.callOk(calls.item.pwd, { item_id, password: 'sesame' });
    for (const url of [`/${item_id}`, `/${item_id}/${page_id}`]) {
      const { status, headers, html } = await openUrl(client, url);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['etag']).toBeUndefined();
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(html).toContain('<meta name="robots" content="noindex">');
    }
    expect((await openUrl(makeVisitor(site), `/${item_id}/${page_id}`)).status).toBe(302);
  });

  it('is inaccessible as soon as a public item becomes private', async () => {
    const { owner, item_id } = await makeItemTree(site);
    expect((await openUrl(makeVisitor(site), `/${item_id}`)).status).toBe(200);
    expect((await openUrl(makeVisitor(site), `/${item_id}`)).status).toBe(200);
    await owner.client.callOk(calls.item.update, { item_id, is_private: true, password: 'sesame' });
    expect((await openUrl(makeVisitor(site), `/${item_id}`)).status).toBe(302);
  });

  it('shows a restricted member only their catalog', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    await owner.client.callOk(calls.item.update, { item_id, is_private: true, password: 'sesame' });
    const { client } = await makeMember(site, item_id, { catalog: catalogs.api });
    const { html } = await openUrl(client, `/${item_id}`);
    expect(parseItemView(html).page?.page_id).toBe(pages.api);
    expect(parseItemView(html).around).toMatchObject({ previous: null });
    expect(html).not.toContain('Guides');
    expect(html).not.toContain('Root page');
    expect((await openUrl(client, `/${item_id}/${pages.guides}`)).status).toBe(404);
  });
});

describe('a single-page URL', () => {
  it('shows only that page and does not reveal its item', async () => {
    const { owner, page_id } = await makePrivate();
    const { unique_key } = await owner.client.callOk(calls.page.createSinglePage, {
      page_id,
      isCreateSiglePage: true,
    });
    for (const url of [`/p/${unique_key}`, `/page/${page_id}?unique_key=${unique_key}`]) {
      const { status, headers, html } = await openUrl(makeVisitor(site), url);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(html).toContain('The plan');
      expect(html).not.toContain('Secret plans');
      const { view } = parseData(html);
      expect(view).toMatchObject({ kind: 'page', page: { page_id } });
      expect(JSON.stringify(view)).not.toMatch(/item_id|cat_id|unique_key|canonical/);
    }
    const foreign = await openUrl(
      makeVisitor(site),
      `/page/${page_id + 1}?unique_key=${unique_key}`,
    );
    expect(foreign.status).toBe(404);
    expect((await openUrl(makeVisitor(site), `/p/${unique_key}`)).headers['referrer-policy']).toBe(
      'no-referrer',
    );
    await owner.client.callOk(calls.page.createSinglePage, { page_id, isCreateSiglePage: false });
    const cancelled = await openUrl(makeVisitor(site), `/p/${unique_key}`);
    expect(cancelled.status).toBe(404);
    expect(parseData(cancelled.html).view).toEqual({ kind: 'missing', reason: 'cancelled' });
  });
});

describe('a URL without a page', () => {
  it('returns 404 with the not-found screen', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const other = await makePrivate();
    await owner.client.callOk(calls.page.delete, { page_id: pages.linux });
    const addresses = [
      '/999999999',
      '/nosuchdomain',
      '/no-such.domain',
      '/assets',
      `/${item_id}/999999999`,
      `/${item_id}/0`,
      `/${item_id}/abc`,
      `/${item_id}?page_id=abc`,
      `/${item_id}/${pages.linux}`,
      // A page of another item is not found, and the response does not reveal that it is private.
      `/${item_id}/${other.page_id}`,
      '/page/999999999',
      '/page/abc',
      '/p/abc',
      '/%E4%B8%AD',
    ];
    for (const address of addresses) {
      const { status, headers, html } = await openUrl(makeVisitor(site), address);
      expect({ address, status, kind: parseData(html).view.kind }).toEqual({
        address,
        status: 404,
        kind: 'missing',
      });
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['x-robots-tag']).toBe('noindex');
    }
  });

  it('redirects to a page that was moved to another item, if the visitor may view it there', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const oldUrl = `/${item_id}/${pages.linux}`;
    const to_item_id = await makeItem(site, { owner, item_name: 'Archive' });
    const { cat_id } = catalogs.install;
    await owner.client.callOk(calls.catalog.copy, { cat_id, to_item_id, is_del: true });
    for (const client of [makeVisitor(site), owner.client]) {
      const { status, headers } = await openUrl(client, oldUrl);
      expect(status).toBe(302);
      expect(headers).toMatchObject({
        location: `/${to_item_id}/${pages.linux}`,
        'cache-control': 'private, no-store',
      });
    }
    await owner.client.callOk(calls.item.update, {
      item_id: to_item_id,
      is_private: true,
      password: 'sesame',
    });
    expect((await openUrl(makeVisitor(site), oldUrl)).status).toBe(404);
    expect((await openUrl(owner.client, oldUrl)).status).toBe(302);
  });

  it('returns the JSON error of the API for an unknown call', async () => {
    const { headers, html } = await openUrl(makeVisitor(site), '/api/nosuchcall');
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(html)).toMatchObject({ error_code: 10101, data: null });
  });
});

describe('robots and sitemap', () => {
  it('list the pages of public items and no user data', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const hidden = await makePrivate();
    const client = makeVisitor(site);
    const robots = await openUrl(client, '/robots.txt');
    expect(robots.html).toContain('Sitemap: http://octavo.test/sitemap.xml');
    const index = await openUrl(client, '/sitemap.xml');
    expect(index.headers['content-type']).toContain('application/xml');
    expect(index.html).toContain('<loc>http://octavo.test/sitemap/1.xml</loc>');
    const part = await openUrl(client, '/sitemap/1.xml');
    expect(part.html).toContain(`<loc>http://octavo.test/${item_id}/${pages.orders}</loc>`);
    expect(part.html).not.toContain(`/${hidden.item_id}/${hidden.page_id}<`);
    expect(part.html).not.toContain(owner.username);
    expect((await openUrl(client, '/sitemap/x.xml')).status).toBe(404);
  });

  it('are disabled together with indexing of all pages', async () => {
    const closed = await openTestSite();
    try {
      await settingRepository(closed.deps.db).save({ robots_open: false });
      const { item_id } = await makeItemTree(closed);
      const client = makeVisitor(closed);
      expect((await openUrl(client, '/robots.txt')).html).toBe('User-agent: *\nDisallow: /\n');
      expect((await openUrl(client, '/sitemap.xml')).status).toBe(404);
      const page = await openUrl(client, `/${item_id}`);
      expect(page.headers['x-robots-tag']).toBe('noindex');
      expect(page.html).toContain('<meta name="robots" content="noindex">');
    } finally {
      await closed.close();
    }
  });
});
