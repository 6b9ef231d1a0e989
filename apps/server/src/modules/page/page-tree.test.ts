import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import {
  makeItem,
  makeMember,
  makePage,
  makeItemTree,
  makeVersion,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function numbers(pageIds: readonly number[]): Promise<number[]> {
  const rows = await site.database.query<{ s_number: number }>(
    'select s_number from page where page_id = any($1) order by array_position($1, page_id)',
    [pageIds],
  );
  return rows.map((row) => row.s_number);
}

describe('page/sort', () => {
  it('stores the order for the tree and for each page', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { root, guides } = pages;
    await owner.client.callOk(page.info, { page_id: root });
    await owner.client.callOk(page.sort, { item_id, pages: { [root]: 2, [guides]: 1 } });
    expect(await numbers([root, guides])).toEqual([2, 1]);
    expect((await owner.client.callOk(page.info, { page_id: root })).s_number).toBe(2);
  });

  it('accepts the map as a JSON string, as sent by forms', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const sent = JSON.stringify({ [pages.root]: '4' });
    await owner.client.callOk(page.sort, { item_id, pages: sent });
    expect(await numbers([pages.root])).toEqual([4]);
  });

  it('rejects the whole order if one id is not a page of the item', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const foreign = await makePage(site, await makeItem(site, { owner }), { author: owner });
    await owner.client.callOk(page.delete, { page_id: pages.api });
    for (const wrong of [foreign, pages.api, 999_999_999]) {
      const sent = { item_id, pages: { [pages.root]: 1, [wrong]: 2 } };
      expect((await owner.client.call(page.sort, sent)).error_code).toBe(10101);
    }
    expect(await numbers([pages.root, foreign])).toEqual([99, 99]);
  });

  it('lets a limited editor sort only pages inside the catalog', async () => {
    const { item_id, pages, catalogs } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    const inside = { [pages.guides]: 1, [pages.linux]: 2 };
    await editor.client.callOk(page.sort, { item_id, pages: inside });
    for (const outside of [pages.api, pages.root]) {
      const sent = { item_id, pages: { ...inside, [outside]: 3 } };
      expect((await editor.client.call(page.sort, sent)).error_code).toBe(10101);
    }
    expect(await numbers([pages.guides, pages.linux, pages.api, pages.root])).toEqual([
      1, 2, 99, 99,
    ]);
  });

  it('needs as many queries for 2,000 pages as for 2', async () => {
    const { owner, item_id } = await makeItemTree(site);
    const first = await makePage(site, item_id, { count: 2000, author: owner });
    let at = 0;
    const sort = (count: number) => () => {
      at += 1;
      const ids = Array.from({ length: count }, (_, add) => [first + add, at]);
      return owner.client.callOk(page.sort, { item_id, pages: Object.fromEntries(ids) });
    };
    const few = await countQueries(site, sort(2));
    expect(await countQueries(site, sort(2000))).toBe(few);
    expect(few).toBeLessThanOrEqual(8);
  });

  it('accepts an empty map and rejects more than 20,000 entries', async () => {
    const { owner, item_id } = await makeItemTree(site);
    await owner.client.callOk(page.sort, { item_id, pages: {} });
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [at + 1, at]));
    expect((await owner.client.call(page.sort, { item_id, pages: many })).error_code).toBe(10101);
  });
});

describe('page/delete', () => {
  it('moves the page to the recycle bin with its old path', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { client, username } = owner;
    await client.callOk(page.delete, { page_id: pages.linux });
    expect((await client.call(page.info, { page_id: pages.linux })).error_code).toBe(10101);
    const { menu } = await client.callOk(calls.item.info, { item_id });
    expect(JSON.stringify(menu)).not.toContain('Linux page');
    const [deleted] = await client.callOk(calls.recycle.getList, { item_id });
    expect(deleted).toMatchObject({
      page_id: pages.linux,
      page_title: 'Linux page',
      old_place: 'Guides / Install / Linux',
      del_by_username: username,
      days_left: 30,
    });
  });

  it('is allowed to editors for pages they created or edited, including previous versions', async () => {
    const { item_id, owner } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const remove = async (page_id: number) =>
      (await editor.client.call(page.delete, { page_id })).error_code;
    expect(await remove(await makePage(site, item_id, { author: owner }))).toBe(10103);
    expect(await remove(await makePage(site, item_id, { author: editor }))).toBe(0);
    const former = await makePage(site, item_id, { author: owner });
    await makeVersion(site, former, editor);
    expect(await remove(former)).toBe(0);
    const saved = await makePage(site, item_id, { author: owner });
    await editor.client.callOk(page.save, { page_id: saved, page_content: 'mine too' });
    await owner.client.callOk(page.save, { page_id: saved, page_content: 'and on' });
    expect(await remove(saved)).toBe(0);
  });

  it.each([2, 4])('is rejected for the owner of an item of type %i', async (item_type) => {
    const { owner } = await makeItemTree(site);
    const item_id = await makeItem(site, { owner, item_type });
    const page_id = await makePage(site, item_id, { author: owner });
    expect((await owner.client.call(page.delete, { page_id })).error_code).toBe(10103);
  });

  it('succeeds only once; further requests find no page', async () => {
    const { owner, pages } = await makeItemTree(site);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.client.call(page.delete, { page_id: pages.root })),
    );
    const codes = answers.map((answer) => answer.error_code).toSorted((a, b) => a - b);
    expect(codes).toEqual([0, 10101, 10101, 10101, 10101]);
  });

  it('rejects a member who is removed while the request waits', async () => {
    const { item_id } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const page_id = await makePage(site, item_id, { author: editor });
    const other = await openTransaction(site.database);
    await other.query('select from item where item_id = $1 for update', [item_id]);
    const deleting = editor.client.call(page.delete, { page_id });
    await other.waitUntilBlocked();
    await other.query('delete from item_member where item_id = $1', [item_id]);
    await other.commit();
    expect((await deleting).error_code).toBe(10103);
  });
});
