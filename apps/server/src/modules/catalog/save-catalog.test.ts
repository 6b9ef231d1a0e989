import { randomUUID } from 'node:crypto';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import {
  archiveItem,
  makeItem,
  makeMember,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

const { save, catListName } = calls.catalog;

async function topCatalogOf(pageId: number): Promise<number> {
  const rows = await site.database.query<{ top: string }>(
    'select top_cat_id as top from page where page_id = $1',
    [pageId],
  );
  return Number(rows[0]?.top);
}

async function treeVersion(itemId: number): Promise<number> {
  const rows = await site.database.query<{ v: string }>(
    'select tree_version as v from item where item_id = $1',
    [itemId],
  );
  return Number(rows[0]?.v);
}

describe('catalog/save of a new catalog', () => {
  it('adds it at the root with order 99', async () => {
    const { item_id, owner } = await makeItemTree(site);
    const made = await owner.client.callOk(save, { item_id, cat_name: '  接口  ' });
    expect(made).toEqual({
      cat_id: expect.any(Number),
      cat_name: '接口',
      parent_cat_id: 0,
      level: 1,
      s_number: 99,
    });
    const list = await owner.client.callOk(catListName, { item_id });
    expect(list.at(-1)).toEqual(made);
  });

  it('adds it once for a repeated request, also of another name', async () => {
    const { item_id, owner } = await makeItemTree(site);
    const request_id = randomUUID();
    const add = (cat_name: string) => owner.client.callOk(save, { item_id, cat_name, request_id });
    const before = await owner.client.callOk(catListName, { item_id });
    const [first, second] = await Promise.all([add('Orders'), add('Orders')]);
    expect(second).toEqual(first);
    expect(await add('Refunds')).toEqual({ ...first, cat_name: 'Refunds' });
    expect(await owner.client.callOk(catListName, { item_id })).toHaveLength(before.length + 1);
    const other = await makeItem(site, { owner });
    const elsewhere = await owner.client.callOk(save, {
      item_id: other,
      cat_name: 'Orders',
      request_id,
    });
    expect(elsewhere.cat_id).not.toBe(first.cat_id);
  });

  it('adds it below another, down to the third level and no deeper', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const at = (parent_cat_id: number) =>
      owner.client.call(save, {
        item_id,
        cat_id: '0',
        parent_cat_id,
        cat_name: 'New',
        s_number: 5,
      });
    const second = await at(catalogs.guides.cat_id);
    const third = await at(catalogs.install.cat_id);
    const fourth = await at(catalogs.linux.cat_id);
    expect(second.data).toMatchObject({ level: 2, s_number: 5 });
    expect(third.data).toMatchObject({ level: 3, parent_cat_id: catalogs.install.cat_id });
    expect(fourth.error_code).toBe(10606);
  });

  it('increments the tree version', async () => {
    const { item_id, owner } = await makeItemTree(site);
    const before = await treeVersion(item_id);
    await owner.client.callOk(save, { item_id, cat_name: 'New' });
    expect(await treeVersion(item_id)).toBe(before + 1);
  });

  it.each([2, 4])('is rejected in items of type %i, which have no catalogs', async (item_type) => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_type });
    const answer = await owner.client.call(save, { item_id, cat_name: 'New' });
    expect(answer.error_code).toBe(10103);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { cat_name: '  ' }],
    ['a name that is too long', { cat_name: 'x'.repeat(101) }],
    ['NUL in the name', { cat_name: 'a\0b' }],
    ['a fraction as order', { cat_name: 'New', s_number: 1.5 }],
    ['a negative parent', { cat_name: 'New', parent_cat_id: -1 }],
    ['an unknown parent', { cat_name: 'New', parent_cat_id: 999_999_999 }],
  ])('is rejected with %s', async (_what, invalid) => {
    const { item_id, owner } = await makeItemTree(site);
    const before = await hashAllTables(site.database);
    expect((await owner.client.call(save, { item_id, ...invalid })).error_code).toBe(10101);
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('rejects a parent from another item', async () => {
    const [here, there] = [await makeItemTree(site), await makeItemTree(site)];
    const parent_cat_id = there.catalogs.guides.cat_id;
    const input = { item_id: here.item_id, cat_name: 'New', parent_cat_id };
    expect((await here.owner.client.call(save, input)).error_code).toBe(10101);
  });
});

describe('catalog/save of an existing catalog', () => {
  it('renames and sorts it; fields that are not sent remain unchanged', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const { cat_id } = catalogs.install;
    const renamed = await owner.client.callOk(save, { item_id, cat_id, cat_name: 'Set up' });
    const where = { parent_cat_id: catalogs.guides.cat_id, level: 2 };
    expect(renamed).toEqual({ cat_id, cat_name: 'Set up', s_number: 99, ...where });
    const sorted = await owner.client.callOk(save, { item_id, cat_id, s_number: '3' });
    expect(sorted).toEqual({ cat_id, cat_name: 'Set up', s_number: 3, ...where });
  });

  it('moves it with all descendants and pages, and updates access at once', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const { guides, install, linux, api } = catalogs;
    const reader = await makeMember(site, item_id, { catalog: guides });
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    site.deps.bus.publish('item', String(item_id));
    const infoOfLinux = () => reader.client.call(calls.page.info, { page_id: pages.linux });
    expect((await infoOfLinux()).error_code).toBe(0);
    const moved = { item_id, cat_id: install.cat_id, parent_cat_id: api.cat_id };
    expect(await owner.client.callOk(save, moved)).toMatchObject({ level: 2 });
    expect((await infoOfLinux()).error_code).toBe(10101);
    expect(await topCatalogOf(pages.linux)).toBe(api.cat_id);
    expect(await topCatalogOf(pages.guides)).toBe(guides.cat_id);
    const up = { item_id, cat_id: linux.cat_id, parent_cat_id: 0 };
    expect(await owner.client.callOk(save, up)).toMatchObject({ level: 1 });
    expect(await topCatalogOf(pages.linux)).toBe(linux.cat_id);
    const names = await owner.client.callOk(catListName, { item_id });
    expect(names.map((row) => row.cat_name)).toEqual([
      'Guides',
      'API',
      'API / Install',
      'API / Orders',
      'Linux',
    ]);
  });

  it('writes nothing if nothing changed', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const { cat_id, cat_name, parent_cat_id } = catalogs.install;
    const before = await hashAllTables(site.database);
    await owner.client.callOk(save, { item_id, cat_id, cat_name, parent_cat_id });
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it.each([
    ['below itself', 'guides', 'guides', 10101],
    ['below its grandchild', 'guides', 'linux', 10101],
    ['so that its children would be too deep', 'install', 'orders', 10606],
  ] as const)('is rejected %s', async (_what, cat, parent, code) => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const before = await hashAllTables(site.database);
    const input = {
      item_id,
      cat_id: catalogs[cat].cat_id,
      parent_cat_id: catalogs[parent].cat_id,
      cat_name: 'Moved',
    };
    expect((await owner.client.call(save, input)).error_code).toBe(code);
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('rejects a catalog that does not belong to the item', async () => {
    const [here, there] = [await makeItemTree(site), await makeItemTree(site)];
    const input = { item_id: here.item_id, cat_id: there.catalogs.api.cat_id, cat_name: 'Mine' };
    expect((await here.owner.client.call(save, input)).error_code).toBe(10101);
  });
});

describe('catalog/save', () => {
  it('rejects visitors, strangers, readers and administrators', async () => {
    const { item_id } = await makeItemTree(site);
    const input = { item_id, cat_name: 'New' };
    const reader = await makeMember(site, item_id);
    const stranger = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    expect((await makeVisitor(site).call(save, input)).error_code).toBe(10102);
    for (const { client } of [reader, stranger, admin])
      expect((await client.call(save, input)).error_code).toBe(10103);
  });

  it('allows an editor of the whole item the same as the owner', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    const { client } = await makeMember(site, item_id, { edit: true });
    const { cat_id } = catalogs.guides;
    const made = await client.callOk(save, { item_id, cat_name: 'First-level' });
    const renamed = await client.callOk(save, { item_id, cat_id, cat_name: 'Manuals' });
    expect([made.level, renamed.cat_name]).toEqual([1, 'Manuals']);
  });

  it('is rejected in an archived item and in one of type 3, even for the owner', async () => {
    const { item_id, owner } = await makeItemTree(site);
    await archiveItem(site, item_id);
    expect((await owner.client.call(save, { item_id, cat_name: 'New' })).error_code).toBe(10605);
    const imported = await makeItem(site, { owner, item_type: 3 });
    const input = { item_id: imported, cat_name: 'New' };
    expect((await owner.client.call(save, input)).error_code).toBe(10103);
  });

  it('lets a limited editor change only the inside of their catalog', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    const { guides, install, linux, api } = catalogs;
    const { client } = await makeMember(site, item_id, { edit: true, catalog: guides });
    const code = async (input: Omit<Parameters<typeof client.call<typeof save>>[1], 'item_id'>) =>
      (await client.call(save, { item_id, ...input })).error_code;
    expect(await code({ cat_name: 'In', parent_cat_id: guides.cat_id })).toBe(0);
    expect(await code({ cat_id: install.cat_id, cat_name: 'Renamed' })).toBe(0);
    expect(await code({ cat_id: linux.cat_id, parent_cat_id: guides.cat_id })).toBe(0);
    const before = await hashAllTables(site.database);
    expect(await code({ cat_name: 'First-level' })).toBe(10103);
    expect(await code({ cat_name: 'Out', parent_cat_id: api.cat_id })).toBe(10103);
    expect(await code({ cat_id: guides.cat_id, cat_name: 'Renamed' })).toBe(10103);
    expect(await code({ cat_id: guides.cat_id, parent_cat_id: api.cat_id })).toBe(10103);
    expect(await code({ cat_id: install.cat_id, parent_cat_id: 0 })).toBe(10103);
    expect(await code({ cat_id: install.cat_id, parent_cat_id: api.cat_id })).toBe(10103);
    expect(await code({ cat_id: api.cat_id, cat_name: 'Renamed' })).toBe(10103);
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('is rejected if the right is revoked or the item archived while it waits', async () => {
    const { item_id, owner } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const input = { item_id, cat_name: 'Late' };
    const removal = await openTransaction(site.database);
    await removal.query('delete from item_member where uid = $1', [editor.uid]);
    const byFormer = editor.client.call(save, input);
    await removal.waitUntilBlocked();
    await removal.commit();
    expect((await byFormer).error_code).toBe(10103);
    const archive = await openTransaction(site.database);
    await archive.query('update item set is_archived = 1 where item_id = $1', [item_id]);
    const byOwner = owner.client.call(save, input);
    await archive.waitUntilBlocked();
    await archive.commit();
    expect((await byOwner).error_code).toBe(10605);
    expect(await owner.client.callOk(catListName, { item_id })).toHaveLength(5);
  });

  it('never creates a cycle by concurrent moves', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const { api, linux } = catalogs;
    const move = (cat_id: number, parent_cat_id: number) =>
      owner.client.call(save, { item_id, cat_id, parent_cat_id });
    for (let round = 0; round < 10; round += 1) {
      await owner.client.callOk(save, { item_id, cat_id: linux.cat_id, parent_cat_id: 0 });
      await owner.client.callOk(save, { item_id, cat_id: api.cat_id, parent_cat_id: 0 });
      const answers = await Promise.all([
        move(linux.cat_id, api.cat_id),
        move(api.cat_id, linux.cat_id),
      ]);
      const messages = answers.map((answer) => answer.error_message).toSorted();
      expect(messages).toEqual(['', expect.stringContaining('parent_cat_id')]);
      expect(await owner.client.callOk(catListName, { item_id })).toHaveLength(5);
    }
  });
});
