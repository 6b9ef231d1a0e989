import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { archiveItem, makeMember, makeItemTree } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

const { batUpdate, catListName } = calls.catalog;

type Tree = Awaited<ReturnType<typeof makeItemTree>>;

async function pathNames({ owner, item_id }: Tree): Promise<string[]> {
  const list = await owner.client.callOk(catListName, { item_id });
  return list.map((row) => row.cat_name);
}

/** Large requests on a loaded machine may get a "busy" response; these tests do not cover that, so they retry. */
function retryWhileBusy<A extends { status: number }>(ask: () => Promise<A>): Promise<A> {
  return vi.waitFor(async () => {
    const answer = await ask();
    if (answer.status === 503) throw new Error('busy');
    return answer;
  }, WAIT);
}

describe('catalog/batUpdate', () => {
  it('saves a tree sent as a JSON string by a form, and ignores the sent levels', async () => {
    const tree = await makeItemTree(site);
    const { guides, install, linux, api, orders } = tree.catalogs;
    const cats = [
      { cat_id: api.cat_id, cat_name: 'API', parent_cat_id: 0, level: 3, s_number: 1 },
      {
        cat_id: install.cat_id,
        cat_name: 'Set up',
        parent_cat_id: api.cat_id,
        level: 9,
        s_number: 1,
      },
      {
        cat_id: linux.cat_id,
        cat_name: 'Linux',
        parent_cat_id: install.cat_id,
        level: 1,
        s_number: 1,
      },
      {
        cat_id: orders.cat_id,
        cat_name: 'Orders',
        parent_cat_id: api.cat_id,
        level: 2,
        s_number: 2,
      },
      { cat_id: guides.cat_id, cat_name: 'Guides', parent_cat_id: 0, level: 1, s_number: 2 },
    ];
    const form = new URLSearchParams({
      item_id: String(tree.item_id),
      cats: JSON.stringify(cats),
    }).toString();
    const answer = await tree.owner.client.request({
      method: 'POST',
      url: batUpdate.path,
      payload: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.json()).toMatchObject({ error_code: 0, data: {} });
    expect(await pathNames(tree)).toEqual([
      'API',
      'API / Set up',
      'API / Set up / Linux',
      'API / Orders',
      'Guides',
    ]);
    const rows = await site.database.query<{ page_id: string }>(
      'select page_id from page where item_id = $1 and top_cat_id = $2 order by page_id',
      [tree.item_id, api.cat_id],
    );
    const { pages } = tree;
    expect(rows.map((row) => Number(row.page_id))).toEqual([
      pages.install,
      pages.linux,
      pages.api,
      pages.orders,
    ]);
  });

  it('leaves catalogs unchanged that were not sent', async () => {
    const tree = await makeItemTree(site);
    const cats = [{ cat_id: tree.catalogs.guides.cat_id, s_number: 50 }];
    await tree.owner.client.callOk(batUpdate, { item_id: tree.item_id, cats });
    expect(await pathNames(tree)).toEqual([
      'API',
      'API / Orders',
      'Guides',
      'Guides / Install',
      'Guides / Install / Linux',
    ]);
  });

  it('can swap parent and child in one request', async () => {
    const tree = await makeItemTree(site);
    const { api, orders } = tree.catalogs;
    const cats = [
      { cat_id: api.cat_id, parent_cat_id: orders.cat_id },
      { cat_id: orders.cat_id, parent_cat_id: 0 },
    ];
    await tree.owner.client.callOk(batUpdate, { item_id: tree.item_id, cats });
    expect((await pathNames(tree)).slice(-2)).toEqual(['Orders', 'Orders / API']);
  });

  it('rejects the whole request if one entry is invalid', async () => {
    const [tree, other] = [await makeItemTree(site), await makeItemTree(site)];
    const { guides, install, linux, api, orders } = tree.catalogs;
    const valid = { cat_id: api.cat_id, cat_name: 'Renamed', parent_cat_id: 0 };
    const invalidEntries: [string, number, unknown][] = [
      ['own child', 10101, { cat_id: guides.cat_id, parent_cat_id: linux.cat_id }],
      ['itself', 10101, { cat_id: guides.cat_id, parent_cat_id: guides.cat_id }],
      ['fourth level', 10606, { cat_id: orders.cat_id, parent_cat_id: linux.cat_id }],
      ['children too deep', 10606, { cat_id: install.cat_id, parent_cat_id: orders.cat_id }],
      ['catalog of another item', 10101, { cat_id: other.catalogs.api.cat_id, cat_name: 'Mine' }],
      [
        'parent of another item',
        10101,
        { cat_id: guides.cat_id, parent_cat_id: other.catalogs.api.cat_id },
      ],
      ['unknown catalog', 10101, { cat_id: 999_999_999 }],
      ['duplicate', 10101, { ...valid, cat_name: 'Twice' }],
      ['empty name', 10101, { cat_id: guides.cat_id, cat_name: ' ' }],
      ['fraction', 10101, { cat_id: guides.cat_id + 0.5 }],
      ['no id', 10101, { cat_name: 'No id' }],
      ['not an entry', 10101, null],
      ['order out of range', 10101, { cat_id: guides.cat_id, s_number: 1e9 }],
    ];
    const before = await hashAllTables(site.database);
    const answers: [string, number][] = [];
    for (const [what, , entry] of invalidEntries) {
      const cats = JSON.stringify([valid, entry]);
      const answer = await tree.owner.client.request({
        method: 'POST',
        url: batUpdate.path,
        payload: { item_id: tree.item_id, cats },
      });
      answers.push([what, answer.json<{ error_code: number }>().error_code]);
    }
    expect(answers).toEqual(invalidEntries.map(([what, code]) => [what, code]));
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('rejects ten thousand entries because of one foreign catalog, and lists above the limit', async () => {
    const tree = await makeItemTree(site);
    const { item_id, owner } = tree;
    await site.database.query(
      `with made as (
         select nextval(pg_get_serial_sequence('catalog', 'cat_id')) as cat_id
         from generate_series(1, 10000)
       )
       insert into catalog (cat_id, item_id, cat_name, level, top_cat_id)
       overriding system value select cat_id, $1, 'c' || cat_id, 1, cat_id from made`,
      [item_id],
    );
    const rows = await site.database.query<{ cat_id: string }>(
      'select cat_id from catalog where item_id = $1 order by cat_id',
      [item_id],
    );
    const cats = rows.map(({ cat_id }, at) => ({ cat_id, s_number: at }));
    const before = await hashAllTables(site.database);
    const foreign = [...cats, { cat_id: 999_999_999, s_number: 1 }];
    const rejected = await retryWhileBusy(() =>
      owner.client.call(batUpdate, { item_id, cats: foreign }),
    );
    expect(rejected.error_message).toBe('Not found, or you do not have access');
    const tooMany = Array.from({ length: 20_001 }, (_, at) => ({ cat_id: at + 1 }));
    const large = await retryWhileBusy(() =>
      owner.client.call(batUpdate, { item_id, cats: tooMany }),
    );
    expect(large.error_message).toContain('cats');
    expect(await hashAllTables(site.database)).toEqual(before);
    const taken = await retryWhileBusy(() => owner.client.call(batUpdate, { item_id, cats }));
    expect(taken.error_message).toBe('');
  });

  it.each(['', 'no json', '{}', '7', 'null', '[1]', '[[]]'])(
    'rejects %j as the list',
    async (cats) => {
      const { item_id, owner } = await makeItemTree(site);
      const payload = { item_id, cats };
      const answer = await owner.client.request({ method: 'POST', url: batUpdate.path, payload });
      expect(answer.json()).toMatchObject({ error_code: 10101 });
    },
  );

  it('accepts an empty list and changes nothing', async () => {
    const { item_id, owner } = await makeItemTree(site);
    const before = await hashAllTables(site.database);
    await owner.client.callOk(batUpdate, { item_id, cats: [] });
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('rejects users without edit rights', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const cats = [{ cat_id: catalogs.api.cat_id, cat_name: 'Renamed' }];
    const reader = await makeMember(site, item_id);
    const stranger = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    const before = await hashAllTables(site.database);
    expect((await makeVisitor(site).call(batUpdate, { item_id, cats })).error_code).toBe(10102);
    for (const { client } of [reader, stranger, admin])
      expect((await client.call(batUpdate, { item_id, cats })).error_code).toBe(10103);
    await archiveItem(site, item_id);
    expect((await owner.client.call(batUpdate, { item_id, cats })).error_code).toBe(10605);
    await site.database.query('update item set is_archived = 0 where item_id = $1', [item_id]);
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('lets a limited editor sort inside their catalog and send the catalog itself unchanged', async () => {
    const tree = await makeItemTree(site);
    const { item_id, catalogs } = tree;
    const { guides, install, linux, api } = catalogs;
    const { client } = await makeMember(site, item_id, { edit: true, catalog: guides });
    const granted = { cat_id: guides.cat_id, cat_name: 'Guides', parent_cat_id: 0, s_number: 1 };
    const inside = { cat_id: linux.cat_id, parent_cat_id: guides.cat_id, s_number: 1 };
    await client.callOk(batUpdate, { item_id, cats: [granted, inside] });
    const before = await hashAllTables(site.database);
    for (const beyond of [
      { cat_id: guides.cat_id, s_number: 7 },
      { cat_id: api.cat_id, cat_name: 'Renamed' },
      { cat_id: install.cat_id, parent_cat_id: 0 },
      { cat_id: install.cat_id, parent_cat_id: api.cat_id },
    ]) {
      const cats = [{ ...inside, cat_name: 'Also renamed' }, beyond];
      expect((await client.call(batUpdate, { item_id, cats })).error_code).toBe(10103);
    }
    expect(await hashAllTables(site.database)).toEqual(before);
  });
});
