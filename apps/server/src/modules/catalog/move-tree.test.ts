import { calls } from '@octavo/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makeItemTree,
  makeMember,
  makePage,
  makeVersion,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { findInconsistentRows, pageTitles } from '../../../tests/helpers/tree-rows.ts';
import { fetchFile, uploadFile } from '../../../tests/helpers/upload.ts';

const { page, catalog } = calls;
const UNKNOWN_ID = 999_999_999;
const [GONE, DENIED, PRIVATE, ARCHIVED, TOO_DEEP] = [10101, 10103, 10307, 10605, 10606];

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

type User = Awaited<ReturnType<typeof makeLoggedInUser>>;

async function catalogPaths({ client }: User, item_id: number): Promise<string[]> {
  return (await client.callOk(catalog.catListName, { item_id })).map((row) => row.cat_name);
}

/** An item with pages a to e at the root, all with the same position. */
async function makeRow() {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const ids: Record<string, number> = {};
  for (const page_title of ['a', 'b', 'c', 'd', 'e'])
    ids[page_title] = await makePage(site, item_id, { page_title, author: owner });
  const idsOf = (names: string) => names.split('').map((name) => ids[name] ?? 0);
  return { owner, item_id, ids, idsOf };
}

async function makePrivate(item_id: number) {
  await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
  site.deps.bus.publish('item', String(item_id));
}

describe('page/move', () => {
  it('publishes few messages for many siblings, and none of their CDN tags', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const first = await makePage(site, item_id, { author: owner, count: 3000 });
    const positionOf = async (page_id: number) =>
      (await owner.client.callOk(page.info, { page_id })).s_number;
    const neighbours = [first + 1498, first + 1502];
    for (const page_id of neighbours) expect(await positionOf(page_id)).toBe(99);
    const publish = vi.spyOn(site.deps.bus, 'publish');
    const page_id = first + 2999;
    await owner.client.callOk(page.move, {
      item_id,
      page_ids: [page_id],
      after_page_id: first + 1500,
    });
    const published = publish.mock.calls.filter(([topic]) => topic !== 'position');
    publish.mockRestore();
    const ordered = published.filter(([topic]) => topic === 'pageOrder');
    expect(ordered.flatMap(([, ids]) => ids.split(',')).length).toBeGreaterThan(1000);
    expect(ordered.length).toBeLessThanOrEqual(3);
    expect(published.filter(([topic]) => topic === 'page')).toEqual([['page', String(page_id)]]);
    const rows = await site.database.query<{ s_number: number }>(
      'select s_number from page where page_id = any($1) order by page_id',
      [neighbours],
    );
    expect(rows.some(({ s_number }) => s_number !== 99)).toBe(true);
    expect(await Promise.all(neighbours.map(positionOf))).toEqual(rows.map((row) => row.s_number));
  });

  it.each([
    ['first', 'd', 0, 'dabce'],
    ['last', 'b', undefined, 'acdeb'],
    ['after a later page', 'a', 'c', 'bcade'],
    ['after an earlier page', 'e', 'a', 'aebcd'],
    ['in the given order', 'eb', 'c', 'acebd'],
    ['behind one of the moved pages', 'cb', 'c', 'acbde'],
    ['all of them', 'edcba', undefined, 'edcba'],
  ] as const)('sorts pages of a catalog: %s', async (_what, moved, after, expected) => {
    const { owner, item_id, ids, idsOf } = await makeRow();
    const after_page_id = typeof after === 'string' ? ids[after] : after;
    await owner.client.callOk(page.move, { item_id, page_ids: idsOf(moved), after_page_id });
    expect((await pageTitles(site, item_id)).join('')).toBe(expected);
    const { menu } = await owner.client.callOk(calls.item.info, { item_id });
    expect(menu.pages.map((row) => row.page_title).join('')).toBe(expected);
  });

  it('moves pages to another catalog, behind the page that is named', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { install, orders } = catalogs;
    await owner.client.callOk(page.info, { page_id: pages.root });
    await owner.client.callOk(page.move, {
      item_id,
      page_ids: `${pages.orders},${pages.root}`,
      cat_id: install.cat_id,
      after_page_id: pages.install,
    });
    const expected = ['Install page', 'Orders page', 'Root page'];
    expect(await pageTitles(site, item_id, install)).toEqual(expected);
    expect(await pageTitles(site, item_id, orders)).toEqual([]);
    const info = await owner.client.callOk(page.info, { page_id: pages.root });
    expect(info).toMatchObject({ cat_id: install.cat_id, version: 1 });
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('keeps everything of a page that moves to another item', async () => {
    const { owner, item_id, pages, catalogs } = await makeItemTree(site);
    const { client } = owner;
    const page_id = pages.orders;
    await makePrivate(item_id);
    const there = await makeItemTree(site);
    await makePrivate(there.item_id);
    await addMember(site, there.item_id, owner, { edit: true });
    const formerReader = await makeMember(site, item_id);
    const newReader = await makeMember(site, there.item_id);
    const limitedReader = await makeMember(site, there.item_id, { catalog: there.catalogs.guides });
    const file = await uploadFile(client, page.upload, { page_id });
    const save = { page_id, page_content: `harbour pilots ${file.data.url}`, page_comments: 'v2' };
    await client.callOk(page.save, save);
    await client.callOk(page.save, { page_id, page_content: `${save.page_content} again` });
    const [version] = await client.callOk(page.history, { page_id });
    const comment = { page_id, page_history_id: version!.page_history_id };
    await client.callOk(page.updateHistoryComments, { ...comment, page_comments: 'reviewed' });
    const shared = { page_id, isCreateSiglePage: true };
    const { unique_key } = await client.callOk(page.createSinglePage, shared);
    await client.callOk(calls.mock.add, { page_id, template: '{"a":1}', path: 'orders' });
    await client.callOk(page.setLock, { page_id });
    const draft_id = randomUUID();
    const unsaved = { page_content: 'unsaved words', cat_id: catalogs.guides.cat_id, revision: 1 };
    await client.callOk(page.saveDraft, { page_id, draft_id, ...unsaved });
    const [stored] = await client.callOk(page.drafts, {});
    const history = await client.callOk(page.history, { page_id });

    await client.callOk(page.move, {
      item_id,
      page_ids: [page_id],
      to_item_id: there.item_id,
      cat_id: there.catalogs.api.cat_id,
      after_page_id: 0,
    });

    expect(await client.callOk(page.info, { page_id })).toMatchObject({
      item_id: there.item_id,
      cat_id: there.catalogs.api.cat_id,
      version: 3,
      unique_key,
    });
    expect(await client.callOk(page.history, { page_id })).toEqual(history);
    expect(history[0]).toMatchObject({ page_comments: 'reviewed' });
    const byKey = await makeVisitor(site).callOk(page.infoByKey, { unique_key });
    expect(byKey.page_id).toBe(page_id);
    expect(await client.callOk(calls.mock.infoByPageId, { page_id })).toMatchObject({
      path: '/orders',
    });
    expect(await client.callOk(page.isLock, { page_id })).toMatchObject({
      lock: 1,
      is_cur_user: 1,
    });
    // The author of a draft may have no right in the target, so the draft shows no name of it.
    expect(await client.callOk(page.drafts, {})).toEqual([
      { ...stored, item_id: there.item_id, cat_id: null },
    ]);
    const [attached] = await newReader.client.callOk(page.uploadList, { page_id });
    expect(attached).toMatchObject({ file_id: file.data.file_id, item_id: there.item_id });
    const statusFor = async (user: User) =>
      (await fetchFile(user.client, file.data.url)).statusCode;
    expect(await statusFor(newReader)).toBe(200);
    expect(await statusFor(formerReader)).toBe(404);
    expect(await statusFor(limitedReader)).toBe(404);
    const find = async (user: User, id: number) =>
      (await user.client.callOk(calls.item.search, { item_id: id, keyword: 'pilots' })).pages
        .length;
    expect(await find(newReader, there.item_id)).toBe(1);
    expect(await find(limitedReader, there.item_id)).toBe(0);
    expect(await find(formerReader, item_id)).toBe(0);
    expect((await formerReader.client.call(page.info, { page_id })).error_code).toBe(PRIVATE);
    const titles = ['Orders page', 'API page'];
    expect(await pageTitles(site, there.item_id, there.catalogs.api)).toEqual(titles);
    expect(await pageTitles(site, item_id, catalogs.orders)).toEqual([]);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('takes the bases of imports along, unless the target has one of the same source', async () => {
    const { owner, item_id, ids, idsOf } = await makeRow();
    const there = await makeItem(site, { owner });
    const other = await makePage(site, there);
    const addBase = (item: number, key: string, page_id: number) =>
      site.database.query(`insert into import_page values ($1, $2, $3, '', '')`, [
        item,
        key,
        page_id,
      ]);
    await addBase(item_id, 'one', ids['a'] ?? 0);
    await addBase(item_id, 'two', ids['b'] ?? 0);
    await addBase(there, 'two', other);
    const moved = { item_id, page_ids: idsOf('ab'), to_item_id: there };
    await owner.client.callOk(page.move, moved);
    const rows = await site.database.query(
      `select item_id, source_key from import_page where page_id = any($1) order by 2`,
      [idsOf('ab')],
    );
    expect(rows).toEqual([
      { item_id: String(there), source_key: 'one' },
      { item_id: String(item_id), source_key: 'two' },
    ]);
  });

  it('requires the right to delete the pages for a move to another item', async () => {
    const { item_id, ids, idsOf } = await makeRow();
    const editor = await makeMember(site, item_id, { edit: true });
    const to_item_id = await makeItem(site, { owner: editor });
    const move = (names: string, target = to_item_id) =>
      editor.client.call(page.move, { item_id, page_ids: idsOf(names), to_item_id: target });
    await makeVersion(site, ids['a'] ?? 0, editor);
    const before = await hashAllTables(site.database);
    expect((await move('ab')).error_code).toBe(DENIED);
    expect(await hashAllTables(site.database)).toEqual(before);
    expect((await move('ab', 0)).error_code).toBe(0);
    expect((await move('a')).error_code).toBe(0);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('rejects unknown and foreign ids without any change', async () => {
    const { owner, item_id, ids, idsOf } = await makeRow();
    const inside = await makeCatalog(site, item_id);
    const own = await makeItem(site, { owner });
    const deleted = await makePage(site, item_id, { author: owner });
    await owner.client.callOk(page.delete, { page_id: deleted });
    const foreign = await makeItemTree(site);
    const archived = await makeItem(site, { owner, archived: true });
    const hidden = await makeItem(site, { password_hash: 'x' });
    const single = await makeItem(site, { owner, item_type: 2 });
    const table = await makeItem(site, { owner, item_type: 4 });
    const imported = await makeItem(site, { owner, item_type: 3 });
    const cases: [string, number, object][] = [
      ['unknown page', GONE, { page_ids: [ids['a'], UNKNOWN_ID] }],
      ['page of another item', GONE, { page_ids: [ids['a'], foreign.pages.root] }],
      ['deleted page', GONE, { page_ids: [ids['a'], deleted] }],
      ['no page', GONE, { page_ids: [] }],
      ['too many pages', GONE, { page_ids: Array.from({ length: 1001 }, (_, at) => at + 1) }],
      ['unknown catalog', GONE, { cat_id: UNKNOWN_ID }],
      ['catalog of another item', GONE, { cat_id: foreign.catalogs.api.cat_id }],
      ['unknown sibling', GONE, { after_page_id: UNKNOWN_ID }],
      ['sibling of another catalog', GONE, { after_page_id: ids['c'], cat_id: inside.cat_id }],
      ['sibling of another item', GONE, { after_page_id: ids['c'], to_item_id: own }],
      ['catalog of the old item', GONE, { cat_id: inside.cat_id, to_item_id: own }],
      ['unknown item', GONE, { to_item_id: UNKNOWN_ID }],
      ['another user’s item', DENIED, { to_item_id: foreign.item_id }],
      ['a private item', PRIVATE, { to_item_id: hidden }],
      ['archived item', ARCHIVED, { to_item_id: archived }],
      ['single page', DENIED, { to_item_id: single }],
      ['table', DENIED, { to_item_id: table }],
      ['item of type 3', DENIED, { to_item_id: imported }],
    ];
    const before = await hashAllTables(site.database);
    const answers: [string, number][] = [];
    for (const [what, , input] of cases) {
      const sent = { item_id, page_ids: idsOf('ab'), ...input };
      answers.push([what, (await owner.client.call(page.move, sent)).error_code]);
    }
    expect(answers).toEqual(cases.map(([what, code]) => [what, code]));
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('does not let the page of a single-page item out', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_type: 2 });
    const page_id = await makePage(site, item_id, { author: owner });
    const to_item_id = await makeItem(site, { owner });
    const move = { item_id, page_ids: [page_id], to_item_id };
    expect((await owner.client.call(page.move, move)).error_code).toBe(DENIED);
  });

  it('lets a limited editor move pages only inside of the catalog', async () => {
    const { item_id, pages, catalogs } = await makeItemTree(site);
    const { guides, linux, api } = catalogs;
    const editor = await makeMember(site, item_id, { edit: true, catalog: guides });
    for (const page_id of Object.values(pages)) await makeVersion(site, page_id, editor);
    const own = await makeItem(site, { owner: editor });
    const code = async (page_id: number, cat_id: number, to_item_id = 0) => {
      const input = { item_id, page_ids: [page_id], cat_id, to_item_id };
      return (await editor.client.call(page.move, input)).error_code;
    };
    const before = await hashAllTables(site.database);
    expect(await code(pages.linux, 0)).toBe(DENIED);
    expect(await code(pages.linux, api.cat_id)).toBe(DENIED);
    expect(await code(pages.api, guides.cat_id)).toBe(DENIED);
    expect(await code(pages.root, guides.cat_id)).toBe(DENIED);
    expect(await code(pages.linux, 0, own)).toBe(DENIED);
    await makePrivate(item_id);
    expect(await code(pages.linux, api.cat_id)).toBe(GONE);
    expect(await code(pages.api, guides.cat_id)).toBe(GONE);
    expect(await code(pages.root, guides.cat_id)).toBe(GONE);
    await site.database.query('update item set password_hash = null where item_id = $1', [item_id]);
    site.deps.bus.publish('item', String(item_id));
    expect(await hashAllTables(site.database)).toEqual(before);
    expect(await code(pages.guides, linux.cat_id)).toBe(0);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('accepts only the granted catalog of another item as target for a limited editor', async () => {
    const { owner, item_id, ids } = await makeRow();
    const there = await makeItemTree(site);
    const { guides, api } = there.catalogs;
    await addMember(site, there.item_id, owner, { edit: true, catalog: guides });
    const code = async (cat_id: number) => {
      const input = { item_id, page_ids: [ids['a'] ?? 0], to_item_id: there.item_id, cat_id };
      return (await owner.client.call(page.move, input)).error_code;
    };
    expect(await code(0)).toBe(DENIED);
    expect(await code(api.cat_id)).toBe(DENIED);
    expect(await code(guides.cat_id)).toBe(0);
  });

  it('gives one result for concurrent moves of the same pages, without a deadlock', async () => {
    const { owner, item_id, idsOf } = await makeRow();
    const inside = await makeCatalog(site, item_id);
    const items = [await makeItem(site, { owner }), await makeItem(site, { owner })];
    for (let round = 0; round < 8; round += 1) {
      const targets = [...items, item_id];
      const answers = await Promise.all(
        targets.flatMap((to_item_id) => {
          const cat_id = to_item_id === item_id ? inside.cat_id : 0;
          const page_ids = round % 2 ? idsOf('abcde') : idsOf('edcba');
          return [owner.client.call(page.move, { item_id, page_ids, to_item_id, cat_id })];
        }),
      );
      // Moves inside of the item may succeed before the one that takes the pages away.
      expect(answers.every(({ error_code }) => error_code === 0 || error_code === GONE)).toBe(true);
      const moved = answers.slice(0, 2).filter(({ error_code }) => error_code === 0);
      expect(moved).toHaveLength(1);
      const rows = await site.database.query<{ item_id: string }>(
        'select distinct item_id from page where page_id = any($1)',
        [idsOf('abcde')],
      );
      expect(rows).toHaveLength(1);
      const back = { item_id: Number(rows[0]?.item_id), to_item_id: item_id };
      await owner.client.callOk(page.move, { ...back, page_ids: idsOf('abcde') });
    }
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('writes few rows in a catalog of 20,000 pages, also for a thousand pages at once', async () => {
    const { owner, item_id } = await makeRow();
    const first = await makePage(site, item_id, { count: 20_000, author: owner });
    const countChanged = async (what: string, page_ids: readonly number[], after: number) => {
      const before = await site.database.query<{ page_id: string; s_number: number }>(
        'select page_id, s_number from page where item_id = $1 order by page_id',
        [item_id],
      );
      const begun = performance.now();
      await owner.client.callOk(page.move, { item_id, page_ids, after_page_id: after });
      const ms = Math.round(performance.now() - begun);
      const rows = await site.database.query<{ page_id: string; s_number: number }>(
        'select page_id, s_number from page where item_id = $1 order by page_id',
        [item_id],
      );
      const changed = rows.filter((row, at) => row.s_number !== before[at]?.s_number).length;
      console.log(`a move ${what} of 20,000 pages changed ${changed} rows in ${ms} ms`);
      return changed;
    };
    expect(await countChanged('to the third place', [first + 9000], first + 1)).toBeLessThan(20);
    await countChanged('to the middle', [first + 5], first + 10_000);
    expect(await countChanged('to the middle again', [first + 6], first + 10_500)).toBe(1);
    const many = Array.from({ length: 1000 }, (_, at) => first + 19_000 - 2 * at);
    await countChanged('of 1,000 pages', many, first + 15_000);
    const order = await site.database.query<{ page_id: string }>(
      'select page_id from page where item_id = $1 order by s_number, page_id',
      [item_id],
    );
    const ids = order.map((row) => Number(row.page_id));
    expect(ids.indexOf(first + 9000)).toBe(ids.indexOf(first + 1) + 1);
    const at = ids.indexOf(first + 15_000) + 1;
    const behind = ids.slice(0, at).includes(many[0] ?? 0) ? at - 1000 : at;
    expect(ids.slice(behind, behind + 1000)).toEqual(many);
  });
});

describe('catalog/move', () => {
  it('moves catalogs with their branches in the given order', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const appendix = await makeCatalog(site, item_id, { cat_name: 'Appendix', s_number: 3 });
    const { guides, install, orders } = catalogs;
    await owner.client.callOk(catalog.move, {
      item_id,
      cat_ids: [orders.cat_id, install.cat_id],
      after_cat_id: guides.cat_id,
    });
    expect(await catalogPaths(owner, item_id)).toEqual([
      'Guides',
      'Orders',
      'Install',
      'Install / Linux',
      'API',
      'Appendix',
    ]);
    await owner.client.callOk(catalog.move, {
      item_id,
      cat_ids: [appendix.cat_id],
      after_cat_id: 0,
    });
    expect((await catalogPaths(owner, item_id))[0]).toBe('Appendix');
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('moves catalogs and pages to another item, pages last', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const there = await makeItemTree(site);
    await addMember(site, there.item_id, owner, { edit: true });
    await owner.client.callOk(catalog.move, {
      item_id,
      cat_ids: [catalogs.install.cat_id],
      page_ids: [pages.root, pages.api],
      to_item_id: there.item_id,
      parent_cat_id: there.catalogs.api.cat_id,
      after_cat_id: 0,
    });
    expect(await catalogPaths(owner, there.item_id)).toEqual([
      'Guides',
      'Guides / Install',
      'Guides / Install / Linux',
      'API',
      'API / Install',
      'API / Install / Linux',
      'API / Orders',
    ]);
    const titles = ['API page', 'Root page', 'API page'];
    expect(await pageTitles(site, there.item_id, there.catalogs.api)).toEqual(titles);
    expect(await catalogPaths(owner, item_id)).toEqual(['Guides', 'API', 'API / Orders']);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it.each([
    ['first', 0, ['Root page', 'API page', 'Last']],
    ['behind the named page', 'api', ['API page', 'Root page', 'Last']],
    ['last', undefined, ['API page', 'Last', 'Root page']],
  ] as const)('puts the pages of a mixed selection %s', async (_what, after, expected) => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { api } = catalogs;
    await owner.client.callOk(page.save, { item_id, cat_id: api.cat_id, page_title: 'Last' });
    await owner.client.callOk(catalog.move, {
      item_id,
      cat_ids: [catalogs.install.cat_id],
      page_ids: [pages.root],
      parent_cat_id: api.cat_id,
      after_cat_id: 0,
      after_page_id: after === 'api' ? pages.api : after,
    });
    expect(await pageTitles(site, item_id, api)).toEqual(expected);
  });

  it.each([[[]], ['[]'], [''], [null]])(
    'takes the empty list %j for no pages',
    async (page_ids) => {
      const { owner, item_id, catalogs } = await makeItemTree(site);
      const { cat_id } = catalogs.install;
      const input = { item_id, cat_ids: [cat_id], page_ids: page_ids as number[] };
      await owner.client.callOk(catalog.move, input);
      expect(await catalogPaths(owner, item_id)).toContain('Install');
    },
  );

  it('is in the audit logs of both items, as is its undo', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const to_item_id = await makeItem(site, { owner });
    const [cat_ids, page_ids] = [[catalogs.install.cat_id], [pages.root]];
    const input = { item_id, cat_ids, page_ids, to_item_id };
    const { move_id } = await owner.client.callOk(catalog.move, input);
    await owner.client.callOk(catalog.undoMove, { item_id, move_id });
    await owner.client.callOk(catalog.copy, { cat_id: cat_ids[0] ?? 0, to_item_id, is_del: true });
    const entries = await site.database.query(
      `select action, item_id, facts from audit_log where item_id = any($1) order by audit_id`,
      [[item_id, to_item_id]],
    );
    const moved = { from_item_id: item_id, to_item_id, cat_ids };
    const undone = { from_item_id: to_item_id, to_item_id: item_id, cat_ids };
    const toEntries = (action: string, facts: object) =>
      [item_id, to_item_id].map((id) => ({
        action,
        item_id: String(id),
        facts: expect.objectContaining(facts) as object,
      }));
    expect(entries).toEqual([
      ...toEntries('catalog.move', { ...moved, page_ids, move_id }),
      ...toEntries('catalog.undoMove', { ...undone, page_ids, move_id }).toReversed(),
      ...toEntries('catalog.copy', moved),
    ]);
  });

  it('moves selected descendants and pages with their selected catalog', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { guides, install, linux, api } = catalogs;
    const to_item_id = await makeItem(site, { owner });
    await owner.client.callOk(catalog.move, {
      item_id,
      cat_ids: [linux.cat_id, guides.cat_id, api.cat_id, install.cat_id],
      page_ids: [pages.linux, pages.root],
      to_item_id,
    });
    expect(await catalogPaths(owner, to_item_id)).toEqual([
      'Guides',
      'Guides / Install',
      'Guides / Install / Linux',
      'API',
      'API / Orders',
    ]);
    expect(await pageTitles(site, to_item_id, linux)).toEqual(['Linux page']);
    expect(await pageTitles(site, to_item_id)).toEqual(['Root page']);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('leaves deleted pages in the recycle bin of the old item', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const to_item_id = await makeItem(site, { owner });
    await owner.client.callOk(page.delete, { page_id: pages.orders });
    const moved = { item_id, cat_ids: [catalogs.api.cat_id], to_item_id };
    await owner.client.callOk(catalog.move, moved);
    const bin = await owner.client.callOk(calls.recycle.getList, { item_id });
    expect(bin.map((row) => row.page_id)).toEqual([pages.orders]);
  });

  it('rejects cycles, a fourth level and foreign ids without any change', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { guides, install, linux, api, orders } = catalogs;
    const foreign = await makeItemTree(site);
    const own = await makeItem(site, { owner });
    const deep = await makeCatalog(site, own);
    const single = await makeItem(site, { owner, item_type: 2 });
    const cases: [string, number, object][] = [
      ['into itself', GONE, { cat_ids: [guides.cat_id], parent_cat_id: guides.cat_id }],
      ['into a descendant', GONE, { cat_ids: [guides.cat_id], parent_cat_id: linux.cat_id }],
      ['too deep', TOO_DEEP, { cat_ids: [install.cat_id], parent_cat_id: orders.cat_id }],
      [
        'one of two too deep',
        TOO_DEEP,
        { cat_ids: [api.cat_id, guides.cat_id], to_item_id: own, parent_cat_id: deep.cat_id },
      ],
      ['unknown catalog', GONE, { cat_ids: [guides.cat_id, UNKNOWN_ID] }],
      ['foreign catalog', GONE, { cat_ids: [guides.cat_id, foreign.catalogs.api.cat_id] }],
      ['unknown page', GONE, { cat_ids: [guides.cat_id], page_ids: [UNKNOWN_ID] }],
      ['foreign page', GONE, { cat_ids: [guides.cat_id], page_ids: [foreign.pages.root] }],
      ['unknown parent', GONE, { cat_ids: [linux.cat_id], parent_cat_id: UNKNOWN_ID }],
      ['unknown sibling', GONE, { cat_ids: [linux.cat_id], after_cat_id: orders.cat_id }],
      ['no catalog', GONE, { cat_ids: [], page_ids: [pages.root] }],
      ['single page', DENIED, { cat_ids: [api.cat_id], to_item_id: single }],
      ['another user’s item', DENIED, { cat_ids: [api.cat_id], to_item_id: foreign.item_id }],
    ];
    const before = await hashAllTables(site.database);
    const answers: [string, number][] = [];
    for (const [what, , input] of cases) {
      const answer = await owner.client.call(catalog.move, { item_id, cat_ids: [], ...input });
      answers.push([what, answer.error_code]);
    }
    expect(answers).toEqual(cases.map(([what, code]) => [what, code]));
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('lets a limited editor move catalogs only inside of theirs', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    const { guides, install, linux, api, orders } = catalogs;
    const editor = await makeMember(site, item_id, { edit: true, catalog: guides });
    for (const page_id of Object.values(pages)) await makeVersion(site, page_id, editor);
    const own = await makeItem(site, { owner: editor });
    const code = async (cat_id: number, parent_cat_id: number, to_item_id = 0) => {
      const input = { item_id, cat_ids: [cat_id], parent_cat_id, to_item_id };
      return (await editor.client.call(catalog.move, input)).error_code;
    };
    const before = await hashAllTables(site.database);
    expect(await code(guides.cat_id, 0)).toBe(DENIED);
    expect(await code(linux.cat_id, 0)).toBe(DENIED);
    expect(await code(linux.cat_id, api.cat_id)).toBe(DENIED);
    expect(await code(orders.cat_id, guides.cat_id)).toBe(DENIED);
    expect(await code(linux.cat_id, 0, own)).toBe(DENIED);
    expect(await hashAllTables(site.database)).toEqual(before);
    expect(await code(linux.cat_id, guides.cat_id)).toBe(0);
    expect(await code(install.cat_id, linux.cat_id)).toBe(0);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('requires the right to delete every page for a move to another item', async () => {
    const { item_id, catalogs, pages } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const to_item_id = await makeItem(site, { owner: editor });
    const move = { item_id, cat_ids: [catalogs.api.cat_id], page_ids: [pages.root], to_item_id };
    const code = async () => (await editor.client.call(catalog.move, move)).error_code;
    for (const page_id of [pages.api, pages.orders, pages.root]) {
      expect(await code()).toBe(DENIED);
      await makeVersion(site, page_id, editor);
    }
    expect(await code()).toBe(0);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('never creates a cycle by concurrent moves', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const [a, b] = [await makeCatalog(site, item_id), await makeCatalog(site, item_id)];
    const move = (cat_id: number, parent_cat_id: number) =>
      owner.client.call(catalog.move, { item_id, cat_ids: [cat_id], parent_cat_id });
    for (let round = 0; round < 10; round += 1) {
      await owner.client.callOk(catalog.move, { item_id, cat_ids: [a.cat_id, b.cat_id] });
      const answers = await Promise.all([move(a.cat_id, b.cat_id), move(b.cat_id, a.cat_id)]);
      expect(answers.map((answer) => answer.error_code).toSorted((x, y) => x - y)).toEqual([
        0,
        GONE,
      ]);
    }
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('is rejected in archived items', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    await archiveItem(site, item_id);
    const move = { item_id, cat_ids: [catalogs.api.cat_id] };
    expect((await owner.client.call(catalog.move, move)).error_code).toBe(ARCHIVED);
  });
});
