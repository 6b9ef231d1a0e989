import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  archiveItem,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { mock } = calls;
const template = JSON.stringify({ error_code: 0, 'list|2': [{ 'id|+1': 1, name: '@cname' }] });

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function makeMockPage(password_hash?: string) {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, ...(password_hash && { password_hash }) });
  const page_id = await makePage(site, item_id, { author: owner });
  return { ...owner, item_id, page_id };
}

/** A cross-origin request without cookies. */
function requestMock(url: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' = 'GET') {
  return site.app.inject({
    method,
    url,
    headers: { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
  });
}

describe('mock/add', () => {
  it('stores one mock per page and keeps its key', async () => {
    const { client, page_id } = await makeMockPage();
    const first = await client.callOk(mock.add, { page_id, template, path: 'orders' });
    expect(first).toMatchObject({ page_id, path: '/orders' });
    expect(first.unique_key).toMatch(/^[0-9a-f]{32}$/);
    const second = await client.callOk(mock.add, { page_id, template: '{"a":1}', path: '' });
    expect(second).toEqual({ page_id, path: '/', unique_key: first.unique_key });
    expect(await client.callOk(mock.infoByPageId, { page_id })).toMatchObject({
      template: '{"a":1}',
      path: '/',
      is_private: 0,
      is_path_open: 0,
    });
  });

  it('keeps the path if it is absent; the default path of a new mock is /', async () => {
    const { client, page_id } = await makeMockPage();
    expect(await client.callOk(mock.add, { page_id, template })).toMatchObject({ path: '/' });
    await client.callOk(mock.add, { page_id, template, path: '/orders' });
    const later = await client.callOk(mock.add, { page_id, template: '{"a":1}' });
    expect(later.path).toBe('/orders');
    expect(await client.callOk(mock.infoByPageId, { page_id })).toMatchObject({
      template: '{"a":1}',
      path: '/orders',
    });
  });

  it('infoByPageId returns empty fields without a mock', async () => {
    const { client, page_id } = await makeMockPage();
    expect(await client.callOk(mock.infoByPageId, { page_id })).toMatchObject({
      page_id,
      template: '',
      path: '',
      unique_key: '',
    });
  });

  it.each(['', '{', '5', '"x"', 'null', '{a:1}'])(
    'rejects an invalid template: %j',
    async (bad) => {
      const { client, page_id } = await makeMockPage();
      expect((await client.call(mock.add, { page_id, template: bad })).error_code).toBe(10101);
    },
  );

  it('rejects a template that exceeds the limits', async () => {
    const { client, page_id } = await makeMockPage();
    const bad = '{"x|1000000000":"a"}';
    expect((await client.call(mock.add, { page_id, template: bad })).error_code).toBe(10603);
    expect((await client.call(mock.sample, { page_id, template: bad })).error_code).toBe(10603);
  });
});

it('mock/sample returns a sample of the template', async () => {
  const { client, page_id } = await makeMockPage();
  const { sample } = await client.callOk(mock.sample, { page_id, template });
  expect(JSON.parse(sample)).toMatchObject({ error_code: 0, list: [{ id: 1 }, { id: 2 }] });
});

describe('the public URLs', () => {
  it('return JSON for all methods and origins without credentials', async () => {
    const { client, item_id, page_id } = await makeMockPage();
    const { unique_key } = await client.callOk(mock.add, { page_id, template, path: '/a b?c' });
    const addresses = [
      `/mock-path/${item_id}?path=${encodeURIComponent('/a b?c')}`,
      `/mock-data/${unique_key}`,
    ];
    for (const url of addresses)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const response = await requestMock(url, method);
        expect(response.statusCode).toBe(200);
        expect(response.headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
        });
        expect(response.headers['access-control-allow-credentials']).toBeUndefined();
        expect(response.headers['set-cookie']).toBeUndefined();
        expect(response.json()).toMatchObject({ error_code: 0 });
      }
    expect((await requestMock(addresses[0] ?? '', 'OPTIONS')).statusCode).toBe(204);
  });

  it('ignore the request body', async () => {
    const { client, item_id, page_id } = await makeMockPage();
    await client.callOk(mock.add, { page_id, template });
    for (const type of ['application/json', 'text/xml', 'multipart/form-data; boundary=x']) {
      const response = await site.app.inject({
        method: 'POST',
        url: `/mock-path/${item_id}?path=/`,
        headers: { 'content-type': type },
        payload: '{"not json',
      });
      expect(response.statusCode).toBe(200);
    }
  });

  it('count requests by path', async () => {
    const { client, item_id, page_id } = await makeMockPage();
    await client.callOk(mock.add, { page_id, template });
    await requestMock(`/mock-path/${item_id}`);
    const rows = await site.database.query('select view_times from mock where page_id = $1', [
      page_id,
    ]);
    expect(Number(rows[0]?.['view_times'])).toBe(1);
  });

  it('return 404 for unknown paths and keys, deleted pages and deleted items', async () => {
    const { client, item_id, page_id } = await makeMockPage();
    const { unique_key } = await client.callOk(mock.add, { page_id, template });
    const addresses = [`/mock-path/${item_id}?path=/`, `/mock-data/${unique_key}`];
    for (const url of [
      `/mock-path/${item_id}?path=/other`,
      `/mock-path/${item_id}?path=/&path=/x`,
      '/mock-path/0?path=/',
      '/mock-path/abc?path=/',
      '/mock-data/0123456789abcdef0123456789abcdef',
      '/mock-data/x',
    ])
      expect((await requestMock(url)).statusCode).toBe(404);
    await client.callOk(calls.page.delete, { page_id });
    for (const url of addresses) expect((await requestMock(url)).statusCode).toBe(404);
    await client.callOk(calls.recycle.recover, { item_id, page_id });
    for (const url of addresses) expect((await requestMock(url)).statusCode).toBe(200);
    await site.database.query('update item set del_time = now() where item_id = $1', [item_id]);
    for (const url of addresses) expect((await requestMock(url)).statusCode).toBe(404);
  });

  it('of a private item work by path only if the owner allowed it, and always by key', async () => {
    const { client, item_id, page_id } = await makeMockPage('x');
    const editor = await makeMember(site, item_id, { edit: true });
    const { unique_key } = await editor.client.callOk(mock.add, { page_id, template });
    const url = `/mock-path/${item_id}?path=/`;
    expect((await requestMock(url)).statusCode).toBe(404);
    expect((await requestMock(`/mock-data/${unique_key}`)).statusCode).toBe(200);
    const allow = { item_id, is_open: true };
    expect((await editor.client.call(mock.openPath, allow)).error_code).toBe(10303);
    await client.callOk(mock.openPath, allow);
    expect((await requestMock(url)).statusCode).toBe(200);
    expect(await client.callOk(mock.infoByPageId, { page_id })).toMatchObject({
      is_private: 1,
      is_path_open: 1,
    });
    await client.callOk(mock.openPath, { item_id, is_open: false });
    expect((await requestMock(url)).statusCode).toBe(404);
  });

  it('of an archived private item can be disabled by the owner, but not enabled', async () => {
    const { client, item_id, page_id } = await makeMockPage('x');
    await client.callOk(mock.add, { page_id, template });
    const url = `/mock-path/${item_id}?path=/`;
    await client.callOk(mock.openPath, { item_id, is_open: true });
    await archiveItem(site, item_id);
    expect((await requestMock(url)).statusCode).toBe(200);
    await client.callOk(mock.openPath, { item_id, is_open: false });
    expect((await client.call(mock.openPath, { item_id, is_open: true })).error_code).toBe(10605);
    expect((await requestMock(url)).statusCode).toBe(404);
  });

  it('do not give visitors access to the template', async () => {
    const { client, page_id } = await makeMockPage();
    await client.callOk(mock.add, { page_id, template });
    expect((await makeVisitor(site).call(mock.infoByPageId, { page_id })).error_code).toBe(10102);
  });
});
