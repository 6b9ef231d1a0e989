import { calls } from '@octavo/contract';
import { MAX_FULL_MENU_PAGES } from '@octavo/contract/reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  makeItem,
  makeMember,
  makePage,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function makePrivate(itemId: number) {
  await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [itemId]);
  site.deps.bus.publish('item', String(itemId));
}

describe('catalog/catListGroup', () => {
  it('returns the tree in order, children under `catalogs`', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    const { guides, install, linux, api, orders } = catalogs;
    const list = await makeVisitor(site).callOk(calls.catalog.catListGroup, { item_id });
    expect(list).toEqual([
      {
        cat_id: guides.cat_id,
        cat_name: 'Guides',
        parent_cat_id: 0,
        level: 1,
        s_number: 1,
        catalogs: [
          {
            cat_id: install.cat_id,
            cat_name: 'Install',
            parent_cat_id: guides.cat_id,
            level: 2,
            s_number: 99,
            catalogs: [
              {
                cat_id: linux.cat_id,
                cat_name: 'Linux',
                parent_cat_id: install.cat_id,
                level: 3,
                s_number: 99,
                catalogs: [],
              },
            ],
          },
        ],
      },
      expect.objectContaining({
        cat_id: api.cat_id,
        catalogs: [expect.objectContaining({ cat_id: orders.cat_id, catalogs: [] })],
      }),
    ]);
  });

  it('returns an empty list for an item without catalogs', async () => {
    const item_id = await makeItem(site);
    expect(await makeVisitor(site).callOk(calls.catalog.catListGroup, { item_id })).toEqual([]);
  });
});

describe('catalog/catListName', () => {
  it('names each catalog by its full path', async () => {
    const { item_id } = await makeItemTree(site);
    const list = await makeVisitor(site).callOk(calls.catalog.catListName, { item_id });
    expect(list.map((row) => row.cat_name)).toEqual([
      'Guides',
      'Guides / Install',
      'Guides / Install / Linux',
      'API',
      'API / Orders',
    ]);
  });
});

describe('catalog/branch', () => {
  it('returns the part of the menu below a catalog', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    const { cat_id } = catalogs.guides;
    const branch = await makeVisitor(site).callOk(calls.catalog.branch, { item_id, cat_id });
    expect(branch.pages).toEqual([
      { page_id: pages.guides, page_title: 'Guides page', cat_id, s_number: 99, method: '' },
    ]);
    expect(branch.catalogs).toMatchObject([
      {
        cat_id: catalogs.install.cat_id,
        loaded: true,
        pages: [{ page_id: pages.install }],
        catalogs: [{ loaded: true, pages: [{ page_id: pages.linux }], catalogs: [] }],
      },
    ]);
  });

  it('returns only the direct children of a large branch', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    const { guides, install, linux } = catalogs;
    await makePage(site, item_id, { catalog: linux, count: MAX_FULL_MENU_PAGES });
    const ask = (cat_id: number) =>
      makeVisitor(site).callOk(calls.catalog.branch, { item_id, cat_id });
    const branch = await ask(guides.cat_id);
    expect(branch.pages).toHaveLength(1);
    const closed = { cat_id: install.cat_id, loaded: false, pages: [], catalogs: [] };
    expect(branch.catalogs).toMatchObject([closed]);
    expect((await ask(linux.cat_id)).pages).toHaveLength(MAX_FULL_MENU_PAGES + 1);
    // Only the path to the open page is expanded.
    const opened = { item_id, menu: 'top', page_id: pages.install } as const;
    const { menu } = await makeVisitor(site).callOk(calls.item.info, opened);
    expect(menu.catalogs).toMatchObject([
      { loaded: true, catalogs: [{ loaded: true, catalogs: [{ loaded: false, pages: [] }] }] },
      { loaded: false },
    ]);
  });

  it('returns not found for a branch of another item', async () => {
    const [here, there] = [await makeItemTree(site), await makeItemTree(site)];
    const { cat_id } = there.catalogs.guides;
    const input = { item_id: here.item_id, cat_id };
    expect((await makeVisitor(site).call(calls.catalog.branch, input)).error_code).toBe(10101);
  });
});

describe('catalog/getPagesBycat', () => {
  it('returns the pages of one catalog or of the root, in order', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const { api } = catalogs;
    const first = await makePage(site, item_id, { catalog: api, page_title: 'One', s_number: 1 });
    const { cat_id } = api;
    expect(await owner.client.callOk(calls.catalog.getPagesBycat, { item_id, cat_id })).toEqual([
      { page_id: first, page_title: 'One', s_number: 1 },
      { page_id: pages.api, page_title: 'API page', s_number: 99 },
    ]);
    expect(
      await owner.client.callOk(calls.catalog.getPagesBycat, { item_id, cat_id: '0' }),
    ).toEqual([{ page_id: pages.root, page_title: 'Root page', s_number: 99 }]);
  });

  it('rejects users without edit rights', async () => {
    const { item_id } = await makeItemTree(site);
    const reader = await makeMember(site, item_id);
    const stranger = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    const call = calls.catalog.getPagesBycat;
    expect((await makeVisitor(site).call(call, { item_id })).error_code).toBe(10102);
    for (const { client } of [reader, stranger, admin])
      expect((await client.call(call, { item_id })).error_code).toBe(10103);
  });

  it('returns not found for a catalog of another item', async () => {
    const [here, there] = [await makeItemTree(site), await makeItemTree(site)];
    const input = { item_id: here.item_id, cat_id: there.catalogs.api.cat_id };
    const answer = await here.owner.client.call(calls.catalog.getPagesBycat, input);
    expect(answer.error_code).toBe(10101);
  });
});

describe('the lists of a private item', () => {
  it('are denied to visitors, strangers and administrators', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    await makePrivate(item_id);
    const stranger = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    const { cat_id } = catalogs.api;
    for (const client of [makeVisitor(site), stranger.client, admin.client])
      for (const call of [calls.catalog.catListGroup, calls.catalog.catListName])
        expect((await client.call(call, { item_id })).error_code).toBe(10307);
    for (const client of [makeVisitor(site), stranger.client, admin.client])
      expect((await client.call(calls.catalog.branch, { item_id, cat_id })).error_code).toBe(10307);
  });

  it.each([false, true])(
    'show a member limited to a catalog nothing outside of it (may edit: %s)',
    async (edit) => {
      const { item_id, catalogs, pages } = await makeItemTree(site);
      await makePrivate(item_id);
      const { client } = await makeMember(site, item_id, { edit, catalog: catalogs.guides });
      const group = await client.callOk(calls.catalog.catListGroup, { item_id });
      const names = await client.callOk(calls.catalog.catListName, { item_id });
      expect(group.map((row) => row.cat_name)).toEqual(['Guides']);
      expect(names).toHaveLength(3);
      const own = { item_id, cat_id: catalogs.install.cat_id };
      const branch = await client.callOk(calls.catalog.branch, own);
      expect(branch.pages.map((page) => page.page_id)).toEqual([pages.install]);
      const foreign = { item_id, cat_id: catalogs.orders.cat_id };
      expect((await client.call(calls.catalog.branch, foreign)).error_code).toBe(10101);
      const root = await client.call(calls.catalog.getPagesBycat, { item_id });
      const beyond = await client.call(calls.catalog.getPagesBycat, foreign);
      expect([root.error_code, beyond.error_code]).toEqual(edit ? [0, 10101] : [10103, 10103]);
      expect(root.data ?? []).toEqual([]);
      const responses = JSON.stringify([group, names, branch, root, beyond]);
      expect(responses).not.toMatch(/API|Orders|Root page/);
    },
  );
});

describe('the lists', () => {
  it('return not found for an unknown or deleted item', async () => {
    const { item_id, owner } = await makeItemTree(site);
    await site.database.query('update item set del_time = now() where item_id = $1', [item_id]);
    site.deps.bus.publish('item', String(item_id));
    for (const input of [{ item_id }, { item_id: 999_999_999 }])
      for (const call of [calls.catalog.catListGroup, calls.catalog.catListName])
        expect((await owner.client.call(call, input)).error_code).toBe(10101);
  });

  it('are readable in an archived item', async () => {
    const { item_id, owner } = await makeItemTree(site);
    await site.database.query('update item set is_archived = 1 where item_id = $1', [item_id]);
    site.deps.bus.publish('item', String(item_id));
    expect(await owner.client.callOk(calls.catalog.catListName, { item_id })).toHaveLength(5);
  });
});
