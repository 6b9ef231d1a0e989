import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  archiveItem,
  makeItem,
  makeMember,
  makePage,
  makeItemTree,
  makeVersion,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

const { delete: remove, catListName, save } = calls.catalog;

async function makePrivate(itemId: number) {
  await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [itemId]);
  site.deps.bus.publish('item', String(itemId));
}

describe('catalog/delete', () => {
  it('moves all its pages to the recycle bin, each with its old path', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    expect((await owner.client.call(calls.page.info, { page_id: pages.linux })).error_code).toBe(0);
    await owner.client.callOk(remove, { item_id, cat_id: catalogs.guides.cat_id });
    const names = await owner.client.callOk(catListName, { item_id });
    expect(names.map((row) => row.cat_name)).toEqual(['API', 'API / Orders']);
    const bin = await owner.client.callOk(calls.recycle.getList, { item_id });
    expect(
      bin
        .map((row) => [row.page_id, row.old_place])
        .toSorted((a, b) => Number(a[0]) - Number(b[0])),
    ).toEqual([
      [pages.guides, 'Guides'],
      [pages.install, 'Guides / Install'],
      [pages.linux, 'Guides / Install / Linux'],
    ]);
    expect(new Set(bin.map((row) => `${row.del_time} ${row.del_by_username}`)).size).toBe(1);
    expect(bin[0]?.del_by_username).toBe(owner.username);
    const gone = await owner.client.call(calls.page.info, { page_id: pages.linux });
    expect(gone.error_code).toBe(10101);
    const { menu } = await owner.client.callOk(calls.item.info, { item_id });
    expect(menu.pages.map((page) => page.page_id)).toEqual([pages.root]);
    expect(menu.catalogs).toHaveLength(1);
  });

  it('invalidates the share keys of its pages at once', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const share = { page_id: pages.orders, isCreateSiglePage: true };
    const { unique_key } = await owner.client.callOk(calls.page.createSinglePage, share);
    await makeVisitor(site).callOk(calls.page.infoByKey, { unique_key });
    await owner.client.callOk(remove, { cat_id: catalogs.api.cat_id });
    const answer = await makeVisitor(site).call(calls.page.infoByKey, { unique_key });
    expect(answer.error_code).not.toBe(0);
    const [bin] = await owner.client.callOk(calls.recycle.getList, { item_id });
    await owner.client.callOk(calls.recycle.recover, { item_id, page_id: bin!.page_id });
    expect(
      (await makeVisitor(site).call(calls.page.infoByKey, { unique_key })).error_code,
    ).not.toBe(0);
  });

  it('leaves a member limited to the deleted catalog without any access', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    await makePrivate(item_id);
    const { client } = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    await owner.client.callOk(remove, { cat_id: catalogs.guides.cat_id });
    expect(await client.callOk(catListName, { item_id })).toEqual([]);
    const info = await client.callOk(calls.item.info, { item_id });
    expect(info.menu).toEqual({ pages: [], catalogs: [] });
    expect(info.page_count).toBe(0);
    for (const page_id of Object.values(pages))
      expect((await client.call(calls.page.info, { page_id })).error_code).toBe(10101);
    const found = await client.callOk(calls.item.search, { item_id, keyword: 'page' });
    expect(found.pages).toEqual([]);
    expect((await client.call(save, { item_id, cat_name: 'New' })).error_code).toBe(10103);
  });

  it('is allowed to an editor who created or edited every page below', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const { cat_id } = catalogs.api;
    expect((await editor.client.call(remove, { cat_id })).error_code).toBe(10103);
    await makeVersion(site, pages.api, editor);
    const own = { catalog: catalogs.orders, author: editor };
    await makePage(site, item_id, own);
    const before = await hashAllTables(site.database);
    expect((await editor.client.call(remove, { cat_id })).error_code).toBe(10103);
    expect(await hashAllTables(site.database)).toEqual(before);
    await site.database.query('update page set author_uid = $1 where page_id = $2', [
      editor.uid,
      pages.orders,
    ]);
    await editor.client.callOk(remove, { cat_id });
  });

  it('ignores pages that are already in the recycle bin', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    await owner.client.callOk(calls.page.delete, { page_id: pages.orders });
    const before = await owner.client.callOk(calls.recycle.getList, { item_id });
    await editor.client.callOk(remove, { cat_id: catalogs.orders.cat_id });
    expect(await owner.client.callOk(calls.recycle.getList, { item_id })).toEqual(before);
  });

  it('lets a limited editor delete inside their catalog, but not the catalog itself', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    const { guides, api } = catalogs;
    const editor = await makeMember(site, item_id, { edit: true, catalog: guides });
    const { cat_id } = await editor.client.callOk(save, {
      item_id,
      cat_name: 'Own',
      parent_cat_id: guides.cat_id,
    });
    await editor.client.callOk(remove, { item_id, cat_id });
    await site.database.query('update page set creator_uid = $1 where item_id = $2', [
      editor.uid,
      item_id,
    ]);
    for (const beyond of [guides, api])
      expect((await editor.client.call(remove, { cat_id: beyond.cat_id })).error_code).toBe(10103);
  });

  it('rejects users without edit rights', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const { cat_id } = catalogs.api;
    const reader = await makeMember(site, item_id);
    const stranger = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    expect((await makeVisitor(site).call(remove, { cat_id })).error_code).toBe(10102);
    for (const { client } of [reader, stranger, admin])
      expect((await client.call(remove, { cat_id })).error_code).toBe(10103);
    await archiveItem(site, item_id);
    expect((await owner.client.call(remove, { cat_id })).error_code).toBe(10605);
    expect(await owner.client.callOk(catListName, { item_id })).toHaveLength(5);
  });

  it('returns not found for an unknown or deleted catalog or one of another item', async () => {
    const [here, there] = [await makeItemTree(site), await makeItemTree(site)];
    const { client } = here.owner;
    const { cat_id } = here.catalogs.linux;
    const code = async (input: { cat_id: number; item_id?: number }) =>
      (await client.call(remove, input)).error_code;
    expect(await code({ cat_id, item_id: there.item_id })).toBe(10101);
    expect(await code({ cat_id: 999_999_999 })).toBe(10101);
    expect(await code({ cat_id: there.catalogs.api.cat_id, item_id: here.item_id })).toBe(10101);
    expect(await code({ cat_id })).toBe(0);
    expect(await code({ cat_id })).toBe(10101);
  });

  it('leaves no page in a deleted catalog, even with concurrent saves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { item_id, owner, catalogs } = await makeItemTree(site);
      const { cat_id } = catalogs.linux;
      const page = { item_id, cat_id, page_title: 'Late', page_content: 'late' };
      await Promise.all([
        owner.client.call(calls.page.save, page),
        owner.client.call(remove, { cat_id }),
        owner.client.call(calls.page.save, page),
      ]);
      const lost = await site.database.query(
        `select page_id from page where item_id = $1 and del_time is null and cat_id <> 0
           and not exists (select from catalog where catalog.cat_id = page.cat_id)`,
        [item_id],
      );
      expect(lost).toEqual([]);
    }
  });
});

describe('catalog/deleteMany', () => {
  const { deleteMany } = calls.catalog;

  it('moves the pages of all selected branches and the selected pages to the recycle bin', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const { install, linux, orders } = catalogs;
    await owner.client.callOk(calls.page.createSinglePage, {
      page_id: pages.root,
      isCreateSiglePage: true,
    });
    await owner.client.callOk(deleteMany, {
      item_id,
      cat_ids: [linux.cat_id, orders.cat_id, install.cat_id],
      page_ids: [pages.linux, pages.root, pages.api],
    });
    const names = await owner.client.callOk(catListName, { item_id });
    expect(names.map((row) => row.cat_name)).toEqual(['Guides', 'API']);
    const bin = await owner.client.callOk(calls.recycle.getList, { item_id });
    const places = bin.map((row) => [row.page_title, row.old_place] as const);
    expect(places.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ['API page', 'API'],
      ['Install page', 'Guides / Install'],
      ['Linux page', 'Guides / Install / Linux'],
      ['Orders page', 'API / Orders'],
      ['Root page', ''],
    ]);
    const shared = await site.database.query(
      'select page_id from page where item_id = $1 and unique_key is not null',
      [item_id],
    );
    expect(shared).toEqual([]);
    expect((await owner.client.call(calls.page.info, { page_id: pages.root })).error_code).toBe(
      10101,
    );
  });

  it('deletes pages only or catalogs only, but requires one of both', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    await owner.client.callOk(deleteMany, { item_id, page_ids: `${pages.root}` });
    await owner.client.callOk(deleteMany, { item_id, cat_ids: [catalogs.api.cat_id] });
    expect(await owner.client.callOk(calls.recycle.getList, { item_id })).toHaveLength(3);
    expect((await owner.client.call(deleteMany, { item_id })).error_code).toBe(10101);
  });

  it('rejects the whole selection if one id is unknown or may not be deleted', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    const other = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const limited = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    for (const page_id of [pages.root, pages.orders, pages.linux]) {
      await makeVersion(site, page_id, editor);
      await makeVersion(site, page_id, limited, 2);
    }
    const { client } = editor;
    const code = async (input: { cat_ids?: number[]; page_ids?: number[] }, as = client) =>
      (await as.call(deleteMany, { item_id, ...input })).error_code;
    const before = await hashAllTables(site.database);
    expect(await code({ page_ids: [pages.root, pages.api] })).toBe(10103);
    expect(await code({ cat_ids: [catalogs.api.cat_id], page_ids: [pages.root] })).toBe(10103);
    expect(await code({ page_ids: [pages.root, other.pages.root] })).toBe(10101);
    expect(await code({ cat_ids: [other.catalogs.api.cat_id] })).toBe(10101);
    expect(await code({ page_ids: [pages.linux, pages.root] }, limited.client)).toBe(10103);
    expect(await code({ cat_ids: [catalogs.guides.cat_id] }, limited.client)).toBe(10103);
    expect(await code({ cat_ids: [catalogs.orders.cat_id] }, limited.client)).toBe(10103);
    await makePrivate(item_id);
    expect(await code({ page_ids: [pages.root] }, limited.client)).toBe(10101);
    expect(await code({ cat_ids: [catalogs.orders.cat_id] }, limited.client)).toBe(10101);
    await site.database.query('update item set password_hash = null where item_id = $1', [item_id]);
    expect(await hashAllTables(site.database)).toEqual(before);
    expect(await code({ page_ids: [pages.linux] }, limited.client)).toBe(0);
    expect(await code({ cat_ids: [catalogs.orders.cat_id], page_ids: [pages.root] })).toBe(0);
  });

  it('does not delete the page of a single-page item', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_type: 2 });
    const page_id = await makePage(site, item_id, { author: owner });
    const input = { item_id, page_ids: [page_id] };
    expect((await owner.client.call(deleteMany, input)).error_code).toBe(10103);
  });
});
