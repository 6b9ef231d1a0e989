import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueAddress, makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { updateItem, getPage, getCatalogTree, deletePage, updateDbItem, fromComments } = calls.open;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

async function scriptOf(item: Parameters<typeof makeItem>[1] = {}) {
  const address = { 'x-forwarded-for': uniqueAddress() };
  const { client: owner, ...person } = await makeLoggedInUser(site, {}, address);
  const item_id = await makeItem(site, { owner: person, ...item });
  const { api_key, api_token } = await owner.callOk(calls.item.getKey, { item_id });
  const keys = { api_key, api_token };
  return { owner, person, item_id, keys, script: makeVisitor(site, address) };
}

/** Sends an unencoded form, as the shell scripts do. */
function raw(url: string, payload: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return site.app.inject({ method: 'POST', url, headers, payload });
}

describe('updateByApi', () => {
  it('creates catalogs and a page, and finds them again by name', async () => {
    const { script, keys, item_id } = await scriptOf();
    const page = { ...keys, cat_name: '/订单/查询', page_title: '查询订单', page_content: 'v1' };
    const made = await script.callOk(updateItem, page);
    expect(made).toMatchObject({ item_id, page_title: '查询订单', s_number: 99, version: 1 });
    expect(made).toMatchObject({ author_username: 'API', page_content: 'v1' });
    const again = await script.callOk(updateItem, { ...page, page_content: 'v2 100%' });
    expect(again).toMatchObject({ page_id: made.page_id, version: 2, page_content: 'v2 100%' });
    const { catalogs } = await script.callOk(getCatalogTree, keys);
    expect(catalogs).toMatchObject([
      { cat_name: '订单', catalogs: [{ cat_name: '查询', pages: [{ page_title: '查询订单' }] }] },
    ]);
  });

  it('keeps the manual order unless s_number is sent', async () => {
    const { script, owner, keys } = await scriptOf();
    const page = { ...keys, page_title: 'T', page_content: 'v1' };
    const { page_id } = await script.callOk(updateItem, { ...page, s_number: 7 });
    await owner.callOk(calls.page.save, { page_id, s_number: 3 });
    await script.callOk(updateItem, { ...page, page_content: 'v2' });
    expect(await script.callOk(getPage, { ...keys, page_id })).toMatchObject({ s_number: 3 });
    await script.callOk(updateItem, { ...page, page_content: 'v3', s_number: 5 });
    expect(await script.callOk(getPage, { ...keys, page_title: 'T' })).toMatchObject({
      s_number: 5,
    });
  });

  it('joins levels below the third into the name of the third', async () => {
    const { script, keys } = await scriptOf();
    const page = { ...keys, page_title: 'T', page_content: 'x' };
    const first = await script.callOk(updateItem, { ...page, cat_name: 'a/b/c/d' });
    const second = await script.callOk(updateItem, {
      ...page,
      cat_name: 'a/b/c',
      cat_name_sub: 'd',
      page_content: 'y',
    });
    expect(second.page_id).toBe(first.page_id);
    const { catalogs } = await script.callOk(getCatalogTree, keys);
    expect(catalogs).toMatchObject([{ catalogs: [{ catalogs: [{ cat_name: 'c / d' }] }] }]);
  });

  it('creates catalogs behind those that were moved to the end', async () => {
    const { script, owner, keys, item_id } = await scriptOf();
    const page = { ...keys, page_title: 'T', page_content: 'x' };
    for (const cat_name of ['a', 'b']) await script.callOk(updateItem, { ...page, cat_name });
    const [first] = await owner.callOk(calls.catalog.catListName, { item_id });
    await owner.callOk(calls.catalog.move, { item_id, cat_ids: [first?.cat_id ?? 0] });
    await script.callOk(updateItem, { ...page, cat_name: 'c' });
    const list = await owner.callOk(calls.catalog.catListName, { item_id });
    expect(list.map((row) => row.cat_name)).toEqual(['b', 'a', 'c']);
  });

  it('keeps versions of users, and one version an hour of scripts', async () => {
    const { script, owner, keys } = await scriptOf();
    const page = { ...keys, page_title: 'T', page_content: 'script 1' };
    const { page_id } = await script.callOk(updateItem, page);
    await owner.callOk(calls.page.save, { page_id, page_content: 'a user' });
    for (const n of [2, 3, 4, 5])
      await script.callOk(updateItem, { ...page, page_content: `script ${n}` });
    const versions = await owner.callOk(calls.page.history, { page_id });
    expect(versions.map((row) => row.page_content)).toEqual(['a user', 'script 1']);
    await site.database.query(
      `update page set addtime = addtime - interval '2 hours' where page_id = $1`,
      [page_id],
    );
    await script.callOk(updateItem, { ...page, page_content: 'script 6' });
    const later = await owner.callOk(calls.page.history, { page_id });
    expect(later.map((row) => row.page_content)).toEqual(['script 5', 'a user', 'script 1']);
  });

  it('ignores the editing lock of a page', async () => {
    const { script, owner, keys } = await scriptOf();
    const page = { ...keys, page_title: 'T', page_content: 'v1' };
    const { page_id } = await script.callOk(updateItem, page);
    await owner.callOk(calls.page.setLock, { page_id });
    const written = await script.callOk(updateItem, { ...page, page_content: 'v2' });
    expect(written).toMatchObject({ page_id, version: 2 });
  });

  it('creates one page for concurrent requests with the same title', async () => {
    const { script, keys } = await scriptOf();
    const page = { ...keys, cat_name: 'a/b', page_title: 'T' };
    const sent = [1, 2, 3, 4].map((n) =>
      script.callOk(updateItem, { ...page, page_content: `v${n}` }),
    );
    const ids = (await Promise.all(sent)).map((answer) => answer.page_id);
    expect(new Set(ids).size).toBe(1);
    const { catalogs } = await script.callOk(getCatalogTree, keys);
    expect(catalogs).toHaveLength(1);
  });

  it('updates the page of a single-page item, but not a table item', async () => {
    const single = await scriptOf({ item_type: 2 });
    const page_id = await makePage(site, single.item_id, { author: single.person });
    const page = { cat_name: 'a', page_title: 'Manual', page_content: 'text' };
    const written = await single.script.callOk(updateItem, { ...single.keys, ...page });
    expect(written).toMatchObject({ page_id, cat_id: 0, page_title: 'Manual' });
    const table = await scriptOf({ item_type: 4 });
    await makePage(site, table.item_id, { author: table.person });
    expect(await table.script.call(updateItem, { ...table.keys, ...page })).toMatchObject({
      error_code: 10103,
    });
  });
});

describe('API key and token', () => {
  const page = { page_title: 'T', page_content: 'x' };

  it('are accepted in headers, but not in the query string', async () => {
    const { script, keys, item_id } = await scriptOf();
    const headers = { 'x-api-key': keys.api_key, 'x-api-token': keys.api_token };
    const sent = { method: 'POST', url: updateItem.path, payload: page } as const;
    const byHeader = await script.request({ ...sent, headers });
    expect(byHeader.json()).toMatchObject({ error_code: 0, data: { item_id } });
    const inAddress = await script.request({ ...sent, query: keys });
    expect(inAddress.json()).toMatchObject({ error_code: 10306 });
  });

  it.each(['wrong token', 'another item’s token', 'no key'])(
    'are rejected if they do not match: %s',
    async (what) => {
      const { script, keys } = await scriptOf();
      const other = (await scriptOf()).keys;
      const wrong = {
        'wrong token': { ...keys, api_token: 'f'.repeat(32) },
        'another item’s token': { ...keys, api_token: other.api_token },
        'no key': { ...keys, api_key: '' },
      }[what];
      const answer = await script.call(updateItem, { ...page, ...wrong });
      expect(answer).toMatchObject({ error_code: 10306 });
    },
  );

  it('give no access to pages of another item', async () => {
    const { script, keys } = await scriptOf();
    const other = await scriptOf();
    const { page_id } = await other.script.callOk(updateItem, { ...other.keys, ...page });
    for (const call of [getPage, deletePage])
      expect(await script.call(call, { ...keys, page_id })).toMatchObject({ error_code: 10101 });
  });

  it('are invalid at once after a reset and after the item is deleted', async () => {
    const { script, owner, keys, item_id } = await scriptOf();
    await script.callOk(updateItem, { ...keys, ...page });
    const fresh = await owner.callOk(calls.item.resetKey, { item_id });
    expect(await script.call(updateItem, { ...keys, ...page })).toMatchObject({
      error_code: 10306,
    });
    const renewed = { api_key: fresh.api_key, api_token: fresh.api_token };
    await script.callOk(updateItem, { ...renewed, ...page });
    await site.database.query('update item set del_time = now() where item_id = $1', [item_id]);
    expect(await script.call(updateItem, { ...renewed, ...page })).toMatchObject({
      error_code: 10306,
    });
  });

  it('can read but not write an archived item', async () => {
    const { script, keys, item_id } = await scriptOf();
    const { page_id } = await script.callOk(updateItem, { ...keys, ...page });
    await site.database.query('update item set is_archived = 1 where item_id = $1', [item_id]);
    site.deps.bus.publish('item', String(item_id));
    const other = { ...keys, page_title: 'Other', page_content: 'y' };
    await expect.poll(async () => (await script.call(updateItem, other)).error_code).toBe(10605);
    await script.callOk(getPage, { ...keys, page_id });
  });

  it('show the owner when they were last used', async () => {
    const { script, owner, keys, item_id } = await scriptOf();
    const asked = () => owner.callOk(calls.item.getKey, { item_id });
    expect((await asked()).last_used_time).toBeNull();
    await script.callOk(getCatalogTree, keys);
    expect((await asked()).last_used_time).not.toBeNull();
  });
});

describe('the generators', () => {
  const sentKeys = ({ keys }: Awaited<ReturnType<typeof scriptOf>>) =>
    `from=shell&api_key=${keys.api_key}&api_token=${keys.api_token}`;

  it('accept a data dictionary as an unencoded form', async () => {
    const by = await scriptOf();
    const info = 'TABLE_NAME\tTABLE_COMMENT\norders\t订单 50% off_this_and_change_more\n';
    const detail =
      'T\tC\tD\tN\tY\tC\norders\tid\tNULL\tNO\tbigint(20)\t主键\norders\tnote\t\tYES\tvarchar(64)\ta=b\n';
    const index = 'T\tI\tC\tS\tN\tY\tC\norders\tby_id\tid\t1\t0\tBTREE\t\n';
    const body = `${sentKeys(by)}&cat_name=库\n&table_info=${info}&table_detail=${detail}&table_index=${index}`;
    const answer = await raw('/server/index.php?s=/api/open/updateDbItem', body);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toBe('成功 1\n');
    const page = await by.script.callOk(getPage, { ...by.keys, page_title: 'orders' });
    expect(page.page_content).toContain('- 订单 50% off&more');
    expect(page.page_content).toMatch(/\| id \| bigint\(20\) \| (否|No) \| {2}\| 主键 \|/);
    expect(page.page_content).toMatch(/\| note \| varchar\(64\) \| (是|Yes) \| {2}\| a=b \|/);
    expect(page.page_content).toContain('| by_id | id |');
  });

  it('accept code comments and skip those without a marker', async () => {
    const by = await scriptOf();
    const content = [
      '/** just a note */',
      '/**',
      ' * showdoc',
      ' * @catalog 支付/下单',
      ' * @title 创建支付',
      ' * @description 下单并返回支付号',
      ' * @method post',
      ' * @url /api/pay?x=1_this_and_change_y=2',
      ' * @header token 必选 string 登录令牌',
      ' * @param amount 必选 int 金额 单位 分',
      ' * @return {"pay_id":7}',
      ' * @return_param pay_id int 支付号',
      ' * @number 3',
      ' */',
    ].join('\n');
    const answer = await raw('/api/open/fromComments', `${sentKeys(by)}&content=${content}`);
    expect(answer.body).toBe('成功 1\n');
    const page = await by.script.callOk(getPage, { ...by.keys, page_title: '创建支付' });
    expect(page.s_number).toBe(3);
    for (const text of [
      '/api/pay?x=1&y=2',
      'POST',
      '| amount | int |',
      '金额 单位 分',
      '"pay_id": 7',
    ])
      expect(page.page_content).toContain(text);
  });

  it('return errors as text with status 200', async () => {
    const by = await scriptOf();
    const wrong = await raw(updateDbItem.path, 'api_key=x&api_token=y&table_info=a&table_detail=b');
    expect(wrong.statusCode).toBe(200);
    expect(wrong.body).toMatch(/^失败 .+\n$/);
    const empty = await raw(fromComments.path, `${sentKeys(by)}&content=nothing`);
    expect(empty.body).toMatch(/^失败 .+\n$/);
  });
});

describe('legacy URLs', () => {
  it.each([
    '/api/item/updateByApi',
    '/api/open/updatePage',
    '/server/index.php?s=/api/item/updateByApi',
    '/server/?s=/api/open/updatePage',
    '/server/api/item/updateByApi',
  ])('%s reaches the same call', async (url) => {
    const { keys } = await scriptOf();
    const form = new URLSearchParams({ ...keys, page_title: 'T', page_content: 'x' });
    expect((await raw(url, form.toString())).json()).toMatchObject({ error_code: 0 });
  });
});
