import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
  makeItemTree,
  makeVersion,
} from '../../../tests/helpers/item-factories.ts';
import { dumpTree, findInconsistentRows } from '../../../tests/helpers/tree-rows.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

const { copy, catListName } = calls.catalog;

type Client = Awaited<ReturnType<typeof makeLoggedInUser>>['client'];

async function pathNames(client: Client, item_id: number): Promise<string[]> {
  return (await client.callOk(catListName, { item_id })).map((row) => row.cat_name);
}

describe('catalog/copy with is_del=0', () => {
  it('creates new catalogs and pages with the current content, without history and share keys', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    await makeVersion(site, pages.linux, owner);
    const share = { page_id: pages.linux, isCreateSiglePage: true };
    await owner.client.callOk(calls.page.createSinglePage, share);
    const { cat_id } = catalogs.install;
    const made = await owner.client.callOk(copy, { cat_id, new_p_cat_id: catalogs.api.cat_id });
    expect(made).toMatchObject({
      cat_name: 'Install',
      parent_cat_id: catalogs.api.cat_id,
      level: 2,
      s_number: 99,
    });
    expect(made.cat_id).not.toBe(cat_id);
    expect(await pathNames(owner.client, item_id)).toEqual([
      'Guides',
      'Guides / Install',
      'Guides / Install / Linux',
      'API',
      'API / Orders',
      'API / Install',
      'API / Install / Linux',
    ]);
    const branch = await owner.client.callOk(calls.catalog.branch, {
      item_id,
      cat_id: made.cat_id,
    });
    const [linux] = branch.catalogs[0]?.pages ?? [];
    expect(linux?.page_title).toBe('Linux page');
    expect(linux?.page_id).not.toBe(pages.linux);
    const page = await owner.client.callOk(calls.page.info, { page_id: linux!.page_id });
    expect(page).toMatchObject({
      page_content: '# Read me',
      version: 1,
      author_username: owner.username,
      unique_key: '',
    });
    const history = { page_id: linux!.page_id };
    expect(await owner.client.callOk(calls.page.history, history)).toEqual([]);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('gives the copy another name', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const { cat_id } = catalogs.install;
    const made = await owner.client.callOk(copy, { cat_id, cat_name: ' Set up ' });
    expect(made).toMatchObject({ cat_name: 'Set up', level: 1 });
    expect(await pathNames(owner.client, item_id)).toContain('Set up / Linux');
  });

  it('copies to another item, where the search finds the copies', async () => {
    const { owner, catalogs } = await makeItemTree(site);
    const to_item_id = await makeItem(site, { owner });
    await owner.client.callOk(copy, { cat_id: catalogs.guides.cat_id, to_item_id, is_del: '0' });
    expect(await pathNames(owner.client, to_item_id)).toEqual([
      'Guides',
      'Guides / Install',
      'Guides / Install / Linux',
    ]);
    const found = await owner.client.callOk(calls.item.search, {
      item_id: to_item_id,
      keyword: 'linux',
    });
    expect(found.pages.map((page) => page.page_title)).toEqual(['Linux page']);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('copies a catalog into itself once, without recursion or cycle', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const { cat_id } = catalogs.api;
    await owner.client.callOk(copy, { cat_id, new_p_cat_id: cat_id });
    expect(await pathNames(owner.client, item_id)).toContain('API / API / Orders');
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('skips deleted pages and keeps the order of the others', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const { api } = catalogs;
    await owner.client.callOk(calls.page.delete, { page_id: pages.api });
    for (const page_title of ['first', 'second', 'third'])
      await makePage(site, item_id, { catalog: api, page_title, author: owner });
    const made = await owner.client.callOk(copy, { cat_id: api.cat_id });
    const list = await owner.client.callOk(calls.catalog.getPagesBycat, {
      item_id,
      cat_id: made.cat_id,
    });
    expect(list.map((page) => page.page_title)).toEqual(['first', 'second', 'third']);
  });

  it('is allowed to an editor, who becomes the author', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    const { client, username } = await makeMember(site, item_id, { edit: true });
    const made = await client.callOk(copy, { cat_id: catalogs.orders.cat_id });
    const [page] = await client.callOk(calls.catalog.getPagesBycat, {
      item_id,
      cat_id: made.cat_id,
    });
    const info = await client.callOk(calls.page.info, { page_id: page!.page_id });
    expect(info.author_username).toBe(username);
    await client.callOk(calls.catalog.delete, { cat_id: made.cat_id });
  });
});

describe('catalog/copy with is_del=1', () => {
  it('moves within the item and keeps page ids', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const { install, api } = catalogs;
    const move = { cat_id: install.cat_id, new_p_cat_id: api.cat_id, is_del: true };
    const moved = await owner.client.callOk(copy, { ...move, to_item_id: item_id });
    expect(moved).toMatchObject({ cat_id: install.cat_id, level: 2 });
    const { cat_id } = api;
    const branch = await owner.client.callOk(calls.catalog.branch, { item_id, cat_id });
    expect(JSON.stringify(branch)).toContain(`"page_id":${pages.linux},`);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('changes nothing for the parent that the catalog has already', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const before = await dumpTree(site, item_id);
    const { cat_id, cat_name, s_number } = catalogs.guides;
    const kept = await owner.client.callOk(copy, { cat_id, is_del: true });
    expect(kept).toMatchObject({ cat_id, cat_name, s_number });
    expect(await dumpTree(site, item_id)).toEqual(before);
    expect(await pathNames(owner.client, item_id)).toContain('Guides');
  });

  it('comes last among its new siblings and keeps its name', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    await makeCatalog(site, item_id, { cat_name: 'Appendix', s_number: 500 });
    const move = { cat_id: catalogs.install.cat_id, cat_name: 'Other', is_del: true };
    expect(await owner.client.callOk(copy, move)).toMatchObject({ cat_name: 'Install', level: 1 });
    expect(await pathNames(owner.client, item_id)).toEqual([
      'Guides',
      'API',
      'API / Orders',
      'Appendix',
      'Install',
      'Install / Linux',
    ]);
  });

  it('moves to another item with page ids, history, share keys and content', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const { client } = owner;
    const there = await makeItemTree(site);
    await addMember(site, there.item_id, owner, { edit: true });
    const write = { page_id: pages.linux, page_content: 'second text' };
    await client.callOk(calls.page.save, write);
    const { unique_key } = await client.callOk(calls.page.createSinglePage, {
      page_id: pages.linux,
      isCreateSiglePage: 1,
    });
    const moved = await client.callOk(copy, {
      cat_id: catalogs.install.cat_id,
      new_p_cat_id: there.catalogs.api.cat_id,
      to_item_id: there.item_id,
      is_del: 1,
    });
    expect(moved).toMatchObject({
      cat_id: catalogs.install.cat_id,
      parent_cat_id: there.catalogs.api.cat_id,
      level: 2,
    });
    const page = await client.callOk(calls.page.info, { page_id: pages.linux });
    expect(page).toMatchObject({ item_id: there.item_id, page_content: 'second text', version: 2 });
    const [version] = await client.callOk(calls.page.history, { page_id: pages.linux });
    expect(version).toMatchObject({ version: 1, page_content: '# Read me' });
    expect((await makeVisitor(site).callOk(calls.page.infoByKey, { unique_key })).page_id).toBe(
      pages.linux,
    );
    const words = { item_id: there.item_id, keyword: 'second text' };
    expect((await client.callOk(calls.item.search, words)).pages).toHaveLength(1);
    const before = { item_id, keyword: 'second text' };
    expect((await client.callOk(calls.item.search, before)).pages).toEqual([]);
    expect(await pathNames(client, item_id)).toEqual(['Guides', 'API', 'API / Orders']);
    expect(await pathNames(client, there.item_id)).toContain('API / Install / Linux');
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('ends the access of users who could only read the old item', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const reader = await makeMember(site, item_id);
    const to_item_id = await makeItem(site, { owner, password_hash: 'x' });
    const read = () => reader.client.call(calls.page.info, { page_id: pages.orders });
    expect((await read()).error_code).toBe(0);
    await owner.client.callOk(copy, { cat_id: catalogs.api.cat_id, to_item_id, is_del: 1 });
    expect((await read()).error_code).toBe(10307);
  });

  it('leaves deleted pages in the recycle bin of the old item', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const to_item_id = await makeItem(site, { owner });
    await owner.client.callOk(calls.page.delete, { page_id: pages.orders });
    await owner.client.callOk(copy, { cat_id: catalogs.api.cat_id, to_item_id, is_del: 1 });
    const bin = await owner.client.callOk(calls.recycle.getList, { item_id });
    expect(bin.map((row) => row.page_id)).toEqual([pages.orders]);
    await owner.client.callOk(calls.recycle.recover, { item_id, page_id: pages.orders });
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('requires the right to delete every page below for a move to another item', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const to_item_id = await makeItem(site, { owner: editor });
    const move = { cat_id: catalogs.api.cat_id, to_item_id, is_del: true };
    const before = await hashAllTables(site.database);
    expect((await editor.client.call(copy, move)).error_code).toBe(10103);
    expect(await hashAllTables(site.database)).toEqual(before);
    await makeVersion(site, pages.api, editor);
    await makeVersion(site, pages.orders, editor);
    await editor.client.callOk(copy, move);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it.each([
    ['into itself', 'guides', 'guides', 10101],
    ['into its grandchild', 'guides', 'linux', 10101],
    ['too deep for its children', 'install', 'orders', 10606],
  ] as const)('is rejected %s', async (_what, cat, parent, code) => {
    const { owner, catalogs } = await makeItemTree(site);
    const before = await hashAllTables(site.database);
    const cat_id = catalogs[cat].cat_id;
    const move = { cat_id, new_p_cat_id: catalogs[parent].cat_id, is_del: true };
    expect((await owner.client.call(copy, move)).error_code).toBe(code);
    expect(await hashAllTables(site.database)).toEqual(before);
  });
});

describe('catalog/copy', () => {
  it.each([false, true])(
    'rejects invalid targets without any change (a move: %s)',
    async (is_del) => {
      const { owner, catalogs } = await makeItemTree(site);
      const { cat_id } = catalogs.guides;
      const third = await makeItemTree(site);
      const own = await makeItem(site, { owner });
      const deep = await makeCatalog(site, own);
      const archived = await makeItem(site, { owner });
      await archiveItem(site, archived);
      const imported = await makeItem(site, { owner, item_type: 3 });
      const single = await makeItem(site, { owner, item_type: 2 });
      const table = await makeItem(site, { owner, item_type: 4 });
      const hidden = await makeItem(site, { password_hash: 'x' });
      const cases: [string, number, { to_item_id?: number; new_p_cat_id?: number }][] = [
        [
          'parent of a third item',
          10101,
          { to_item_id: own, new_p_cat_id: third.catalogs.api.cat_id },
        ],
        ['parent of another item', 10101, { new_p_cat_id: third.catalogs.api.cat_id }],
        ['parent of the old item', 10101, { to_item_id: own, new_p_cat_id: catalogs.api.cat_id }],
        ['unknown parent', 10101, { new_p_cat_id: 999_999_999 }],
        ['too deep', 10606, { to_item_id: own, new_p_cat_id: deep.cat_id }],
        ['another user’s item', 10103, { to_item_id: third.item_id }],
        ['a private item', 10307, { to_item_id: hidden }],
        ['unknown item', 10101, { to_item_id: 999_999_999 }],
        ['archived item', 10605, { to_item_id: archived }],
        ['item of type 3', 10103, { to_item_id: imported }],
        ['single page', 10103, { to_item_id: single }],
        ['table', 10103, { to_item_id: table }],
      ];
      const before = await hashAllTables(site.database);
      const answers: [string, number][] = [];
      for (const [what, , where] of cases) {
        const answer = await owner.client.call(copy, { cat_id, is_del, ...where });
        answers.push([what, answer.error_code]);
      }
      expect(answers).toEqual(cases.map(([what, code]) => [what, code]));
      expect(await hashAllTables(site.database)).toEqual(before);
    },
  );

  it.each([false, true])('rejects users without edit rights (a move: %s)', async (is_del) => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const { cat_id } = catalogs.api;
    const reader = await makeMember(site, item_id);
    const stranger = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    expect((await makeVisitor(site).call(copy, { cat_id, is_del })).error_code).toBe(10102);
    for (const person of [reader, stranger, admin]) {
      const to_item_id = await makeItem(site, { owner: person });
      const answer = await person.client.call(copy, { cat_id, to_item_id, is_del });
      expect(answer.error_code).toBe(10103);
    }
    await archiveItem(site, item_id);
    const to_item_id = await makeItem(site, { owner });
    const frozen = await owner.client.call(copy, { cat_id, to_item_id, is_del });
    expect(frozen.error_code).toBe(10605);
  });

  it('copies for a limited editor only what they may see, and does not let them move it out', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    const { guides, install, linux, api, orders } = catalogs;
    const editor = await makeMember(site, item_id, { edit: true, catalog: guides });
    const own = await makeItem(site, { owner: editor });
    for (const page_id of Object.values(pages)) await makeVersion(site, page_id, editor);
    const code = async (input: Parameters<typeof editor.client.call<typeof copy>>[1]) =>
      (await editor.client.call(copy, input)).error_code;
    const before = await hashAllTables(site.database);
    expect(await code({ cat_id: api.cat_id, to_item_id: own })).toBe(10101);
    expect(await code({ cat_id: orders.cat_id, new_p_cat_id: guides.cat_id })).toBe(10101);
    expect(await code({ cat_id: linux.cat_id })).toBe(10103);
    expect(await code({ cat_id: linux.cat_id, new_p_cat_id: api.cat_id })).toBe(10101);
    expect(await code({ cat_id: linux.cat_id, is_del: 1 })).toBe(10103);
    expect(await code({ cat_id: linux.cat_id, to_item_id: own, is_del: 1 })).toBe(10103);
    expect(await code({ cat_id: guides.cat_id, to_item_id: own, is_del: 1 })).toBe(10103);
    expect(await hashAllTables(site.database)).toEqual(before);
    expect(await code({ cat_id: linux.cat_id, new_p_cat_id: guides.cat_id, is_del: 1 })).toBe(0);
    expect(await code({ cat_id: install.cat_id, new_p_cat_id: guides.cat_id })).toBe(0);
    expect(await code({ cat_id: guides.cat_id, to_item_id: own })).toBe(0);
    const copied = await editor.client.callOk(calls.item.info, { item_id: own });
    expect(JSON.stringify(copied.menu)).not.toMatch(/API|Orders|Root page/);
    expect(copied.page_count).toBe(4);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('accepts only the granted catalog of another item as target for a limited editor', async () => {
    const there = await makeItemTree(site);
    const { guides, api } = there.catalogs;
    const editor = await makeMember(site, there.item_id, { edit: true, catalog: guides });
    const own = await makeItem(site, { owner: editor });
    const { cat_id } = await makeCatalog(site, own, { cat_name: 'Mine' });
    const to_item_id = there.item_id;
    const code = async (new_p_cat_id: number) =>
      (await editor.client.call(copy, { cat_id, to_item_id, new_p_cat_id, is_del: 1 })).error_code;
    expect(await code(0)).toBe(10103);
    expect(await code(api.cat_id)).toBe(10103);
    expect(await code(guides.cat_id)).toBe(0);
    expect(await pathNames(there.owner.client, to_item_id)).toContain('Guides / Mine');
  });

  it('does not deadlock on concurrent moves between two items in both directions', async () => {
    const owner = await makeLoggedInUser(site);
    const items = [await makeItem(site, { owner }), await makeItem(site, { owner })] as const;
    const mine = await Promise.all(
      items.map((item_id) => makeCatalog(site, item_id, { cat_name: 'Wanderer' })),
    );
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        mine.map(({ cat_id }, at) =>
          owner.client.call(copy, { cat_id, to_item_id: items[(at + round + 1) % 2]!, is_del: 1 }),
        ),
      );
      expect(answers.map((answer) => answer.error_code)).toEqual([0, 0]);
    }
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('never creates a cycle by concurrent moves', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const [a, b] = [await makeCatalog(site, item_id), await makeCatalog(site, item_id)];
    const move = (cat_id: number, new_p_cat_id: number) =>
      owner.client.call(copy, { cat_id, new_p_cat_id, is_del: 1 });
    for (let round = 0; round < 10; round += 1) {
      await move(a.cat_id, 0);
      await move(b.cat_id, 0);
      const answers = await Promise.all([move(a.cat_id, b.cat_id), move(b.cat_id, a.cat_id)]);
      const messages = answers.map((answer) => answer.error_message).toSorted();
      expect(messages).toEqual(['', expect.stringContaining('parent_cat_id')]);
    }
    expect(await findInconsistentRows(site)).toEqual([]);
  });
});

describe('item/add as a copy', () => {
  it('copies tree and pages, for a limited editor only what they may see', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    const editor = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    const whole = { copy_item_id: item_id, item_name: 'Copy' };
    const all = await owner.client.callOk(calls.item.add, whole);
    const some = await editor.client.callOk(calls.item.add, whole);
    expect((await pathNames(owner.client, all.item_id)).at(-1)).toBe('API / Orders');
    const ownerInfo = await owner.client.callOk(calls.item.info, { item_id: all.item_id });
    expect(ownerInfo.page_count).toBe(6);
    const info = await editor.client.callOk(calls.item.info, { item_id: some.item_id });
    expect(info.page_count).toBe(3);
    expect(JSON.stringify(info.menu)).not.toMatch(/API|Orders|Root page/);
    expect(await findInconsistentRows(site)).toEqual([]);
  });
});
