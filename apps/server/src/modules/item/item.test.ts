import { gunzipSync } from 'node:zlib';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import {
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import {
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('item/add', () => {
  it('creates an item that its owner finds and everyone can read', async () => {
    const { client } = await makeLoggedInUser(site);
    const domain = uniqueName('Dom');
    const { item_id } = await client.callOk(calls.item.add, {
      item_name: ' Harbor API ',
      item_description: 'Orders and payments',
      item_domain: domain,
    });
    expect(await client.callOk(calls.item.myList, {})).toMatchObject([
      { item_id, item_name: 'Harbor API', creator: 1, is_private: 0 },
    ]);
    const info = await makeVisitor(site).callOk(calls.item.info, { item_id: domain.toLowerCase() });
    expect(info).toMatchObject({ item_id, item_edit: false, item_manage: false, is_login: false });
    expect(await client.callOk(calls.item.info, { item_id })).toMatchObject({
      item_edit: true,
      item_manage: true,
      page_count: 0,
    });
  });

  it.each([2, 4] as const)('creates the only page of an item of type %i', async (item_type) => {
    const { client } = await makeLoggedInUser(site);
    const { item_id } = await client.callOk(calls.item.add, { item_name: 'Runbook', item_type });
    const info = await client.callOk(calls.item.info, { item_id });
    expect(info.page_count).toBe(1);
    expect(info.default_page_id).toBe(info.menu.pages[0]?.page_id);
  });

  it.each([
    ['no name', { item_name: '' }, 10101],
    ['a type that cannot be created', { item_type: 3 as never }, 10101],
    ['a domain with invalid characters', { item_domain: 'har-bor' }, 10305],
    ['a domain of digits', { item_domain: '1234' }, 10305],
    ['a reserved domain', { item_domain: 'Admin' }, 10305],
    ['a private item without password', { is_private: true }, 10607],
  ])('rejects %s', async (_case, change, code) => {
    const { client } = await makeLoggedInUser(site);
    const answer = await client.call(calls.item.add, { item_name: 'Harbor', ...change });
    expect(answer.error_code).toBe(code);
  });

  it('gives a domain to only one of fifty concurrent requests', async () => {
    const { client } = await makeLoggedInUser(site);
    const item_domain = uniqueName('race');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        client.call(calls.item.add, { item_name: 'X', item_domain }),
      ),
    );
    const codes = answers.map(({ error_code }) => error_code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 10304)).toHaveLength(49);
  });

  it('copies an item with its tree, content and password', async () => {
    const owner = await makeLoggedInUser(site);
    const { item_id } = await owner.client.callOk(calls.item.add, {
      item_name: 'Source',
      password: 'open sesame',
    });
    const catalog = await makeCatalog(site, item_id, { cat_name: 'Guides' });
    await makePage(site, item_id, { catalog, page_title: 'Start', page_content: 'first steps' });
    await makePage(site, item_id, { page_title: 'Root page' });
    const copy = await owner.client.callOk(calls.item.add, {
      copy_item_id: item_id,
      item_name: 'Copy',
    });
    const info = await owner.client.callOk(calls.item.info, { item_id: copy.item_id });
    expect(info).toMatchObject({ item_name: 'Copy', is_private: 1, page_count: 2 });
    expect(info.menu.catalogs[0]).toMatchObject({
      cat_name: 'Guides',
      pages: [{ page_title: 'Start' }],
    });
    const page_id = info.menu.catalogs[0]!.pages[0]!.page_id;
    const page = await owner.client.callOk(calls.page.info, { page_id });
    expect(page).toMatchObject({ page_content: 'first steps', item_id: copy.item_id });
    const stranger = await makeLoggedInUser(site);
    const stolen = { copy_item_id: item_id, item_name: 'Mine' };
    expect((await stranger.client.call(calls.item.add, stolen)).error_code).toBe(10307);
  });
});

describe('item/update', () => {
  it('changes only the fields that were sent', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await owner.client.callOk(calls.item.update, { item_id, item_description: 'new words' });
    expect(await owner.client.callOk(calls.item.detail, { item_id })).toMatchObject({
      item_name: 'Harbor API',
      item_description: 'new words',
      username: owner.username,
    });
  });

  it('keeps line breaks in a description and rejects other control characters', async () => {
    const { client } = await makeLoggedInUser(site);
    const { item_id } = await client.callOk(calls.item.add, {
      item_name: 'Harbor API',
      item_description: ' Orders.\r\nPayments. ',
    });
    const detail = () => client.callOk(calls.item.detail, { item_id });
    expect((await detail()).item_description).toBe('Orders.\nPayments.');
    await client.callOk(calls.item.update, { item_id, item_description: 'One.\n\n\tTwo.' });
    expect((await detail()).item_description).toBe('One.\n\n\tTwo.');
    const answer = await client.call(calls.item.update, { item_id, item_description: 'a\u0007b' });
    expect(answer.error_code).toBe(10101);
  });

  it('keeps, sets and clears the visit password; a change ends existing passes', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const guest = makeVisitor(site);
    const read = async () => (await guest.call(calls.item.info, { item_id })).error_code;
    const update = calls.item.update;
    await owner.client.callOk(update, { item_id, is_private: true, password: 'sesame 1' });
    expect(await read()).toBe(10307);
    await guest.callOk(calls.item.pwd, { item_id, password: 'sesame 1' });
    expect(await read()).toBe(0);
    await owner.client.callOk(update, { item_id, is_private: true, password: '', item_name: 'N' });
    expect(await read()).toBe(0);
    await owner.client.callOk(update, { item_id, is_private: true, password: 'sesame 2' });
    expect(await read()).toBe(10307);
    await owner.client.callOk(update, { item_id, is_private: false });
    expect(await read()).toBe(0);
    const dump = JSON.stringify(await site.database.query('select * from item'));
    expect(dump).not.toContain('sesame');
  });

  it('rejects all users except the owner', async () => {
    const item_id = await makeItem(site);
    const member = await makeMember(site, item_id, { edit: true });
    const admin = await makeLoggedInUser(site, { admin: true });
    for (const { client } of [member, admin])
      expect((await client.call(calls.item.update, { item_id, item_name: 'X' })).error_code).toBe(
        10303,
      );
    const guest = await makeVisitor(site).call(calls.item.update, { item_id, item_name: 'X' });
    expect(guest.error_code).toBe(10102);
  });
});

describe('the lifecycle of an item', () => {
  it('requires the login password of the owner', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    for (const call of [calls.item.archive, calls.item.delete]) {
      const answer = await owner.client.call(call, { item_id, password: 'not mine at all' });
      expect(answer.error_code).toBe(10208);
    }
  });

  it('allows no edits in an archived item, but a new password and a transfer', async () => {
    const owner = await makeLoggedInUser(site);
    const newOwner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await owner.client.callOk(calls.item.archive, { item_id, password: PASSWORD });
    const info = await owner.client.callOk(calls.item.info, { item_id });
    expect(info).toMatchObject({ is_archived: 1, item_edit: false, item_manage: true });
    const rename = await owner.client.call(calls.item.update, { item_id, item_name: 'X' });
    expect(rename.error_code).toBe(10605);
    const save = { item_id, page_title: 'T', page_content: 'x' };
    expect((await owner.client.call(calls.page.save, save)).error_code).toBe(10605);
    const close = { item_id, is_private: true, password: 'tighter' };
    expect((await owner.client.call(calls.item.update, close)).error_code).toBe(0);
    const { username } = newOwner;
    await owner.client.callOk(calls.item.attorn, { item_id, username, password: PASSWORD });
    expect((await newOwner.client.callOk(calls.item.myList, {})).map((row) => row.item_id)).toEqual(
      [item_id],
    );
  });

  it('transfers to exactly one of twenty concurrent requests, and the old owner loses all access', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, password_hash: 'x' });
    const before = await owner.client.callOk(calls.item.getKey, { item_id });
    const newOwners = await Promise.all(Array.from({ length: 20 }, () => makeUser(site)));
    const answers = await Promise.all(
      newOwners.map(({ username }) =>
        owner.client.call(calls.item.attorn, { item_id, username, password: PASSWORD }),
      ),
    );
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect((await owner.client.call(calls.item.info, { item_id })).error_code).toBe(10307);
    expect((await owner.client.call(calls.item.getKey, { item_id })).error_code).toBe(10303);
    const hashes = await site.database.query('select 1 from item_key where item_id = $1', [
      item_id,
    ]);
    expect(hashes).toEqual([]);
    expect(before.api_key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is not found by readers immediately after its deletion', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await makeVisitor(site).callOk(calls.item.info, { item_id });
    await owner.client.callOk(calls.item.delete, { item_id, password: PASSWORD });
    const gone = await makeVisitor(site).call(calls.item.info, { item_id });
    const unknown = await makeVisitor(site).call(calls.item.info, { item_id: 987_654_321 });
    expect(gone).toMatchObject({ error_code: 10101, error_message: unknown.error_message });
    expect(await owner.client.callOk(calls.item.myList, {})).toEqual([]);
  });
});

describe('keys of the open API', () => {
  it('are created once, encrypted in the database, and replaced by a reset', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const [first, second] = await Promise.all([
      owner.client.callOk(calls.item.getKey, { item_id }),
      owner.client.callOk(calls.item.getKey, { item_id }),
    ]);
    expect(first).toEqual(second);
    const renewed = await owner.client.callOk(calls.item.resetKey, { item_id });
    expect(renewed.api_key).not.toBe(first.api_key);
    expect(renewed.api_token).not.toBe(first.api_token);
    const dump = JSON.stringify(await site.database.query('select * from item_key'));
    expect(dump).not.toContain(renewed.api_token);
  });
});

describe('item/info', () => {
  it('returns the menu, the page to open and the path to it', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const top = await makeCatalog(site, item_id, { cat_name: 'Orders', s_number: 2 });
    const first = await makeCatalog(site, item_id, { cat_name: 'Start', s_number: 1 });
    const inner = await makeCatalog(site, item_id, { cat_name: 'Refunds', parent: top });
    const page_id = await makePage(site, item_id, { catalog: inner, page_title: 'Refund' });
    await makePage(site, item_id, { catalog: first, page_title: 'Hello' });
    const info = await makeVisitor(site).callOk(calls.item.info, {
      item_id,
      default_page_id: page_id,
    });
    expect(info.menu.catalogs.map(({ cat_name }) => cat_name)).toEqual(['Start', 'Orders']);
    expect(info).toMatchObject({
      default_page_id: page_id,
      default_cat_id2: top.cat_id,
      default_cat_id3: inner.cat_id,
      default_cat_id4: 0,
    });
    const fresh = await makeVisitor(site).callOk(calls.item.info, { item_id, menu: 'top' });
    expect(fresh.menu.catalogs.map(({ loaded }) => loaded)).toEqual([true, false]);
  });

  it('shows a limited member only their catalog', async () => {
    const item_id = await makeItem(site, { password_hash: 'x' });
    const mine = await makeCatalog(site, item_id, { cat_name: 'Mine' });
    const other = await makeCatalog(site, item_id, { cat_name: 'Hidden catalog' });
    await makePage(site, item_id, { catalog: mine, page_title: 'Seen' });
    await makePage(site, item_id, { catalog: other, page_title: 'Hidden page' });
    await makePage(site, item_id, { page_title: 'Hidden root' });
    const member = await makeMember(site, item_id, { catalog: mine });
    const info = await member.client.callOk(calls.item.info, { item_id });
    expect(JSON.stringify(info)).not.toContain('Hidden');
    expect(info.page_count).toBe(1);
  });

  it('answers a repeated GET with 304 until something changes', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const guest = makeVisitor(site);
    const getInfo = (headers = {}) =>
      guest.request({
        method: 'GET',
        url: calls.item.info.path,
        query: { item_id: `${item_id}` },
        headers,
      });
    const first = await getInfo();
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    const tag = { 'if-none-match': String(first.headers.etag) };
    expect((await getInfo(tag)).statusCode).toBe(304);
    await owner.client.callOk(calls.item.update, { item_id, item_name: 'Other' });
    expect((await getInfo(tag)).statusCode).toBe(200);
  });

  it('returns the same data compressed and uncompressed, for owner and visitor', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await makePage(site, item_id, { count: 40, page_title: '订单 orders' });
    for (const client of [owner.client, makeVisitor(site)]) {
      const plain = await client.callOk(calls.item.info, { item_id });
      expect(plain.menu.pages).toHaveLength(40);
      const { headers, rawPayload } = await client.request({
        method: 'GET',
        url: calls.item.info.path,
        query: { item_id: `${item_id}` },
        headers: { 'accept-encoding': 'gzip, br' },
      });
      expect(headers['content-encoding']).toBe('gzip');
      expect(JSON.parse(gunzipSync(rawPayload).toString())).toMatchObject({ data: plain });
      expect(plain.item_manage).toBe(client === owner.client);
    }
  });

  it('needs no query when cached, regardless of the number of pages', async () => {
    const item_id = await makeItem(site);
    await makePage(site, item_id, { count: 300 });
    const read = () => makeVisitor(site).callOk(calls.item.info, { item_id });
    expect(await countQueries(site, read)).toBe(0);
  });
});

describe('item/sort and item/exitItem', () => {
  it('store the user’s order', async () => {
    const owner = await makeLoggedInUser(site);
    const ids = [await makeItem(site, { owner }), await makeItem(site, { owner })];
    const order = async () =>
      (await owner.client.callOk(calls.item.myList, {})).map((row) => row.item_id);
    expect(await order()).toEqual(ids);
    const data = JSON.stringify({ [ids[0]!]: 2, [ids[1]!]: 1 });
    await owner.client.callOk(calls.item.sort, { data });
    expect(await order()).toEqual(ids.toReversed());
  });

  it('let a member leave and reject users who are not members', async () => {
    const item_id = await makeItem(site, { password_hash: 'x' });
    const member = await makeMember(site, item_id);
    expect(await member.client.callOk(calls.item.myList, {})).toMatchObject([
      { item_id, creator: 0 },
    ]);
    await member.client.callOk(calls.item.exitItem, { item_id });
    expect((await member.client.call(calls.item.info, { item_id })).error_code).toBe(10307);
    expect((await member.client.call(calls.item.exitItem, { item_id })).error_code).toBe(10101);
  });
});
