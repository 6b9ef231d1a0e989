import { calls } from '@octavo/contract';
import type { Call, CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { makeLoggedIn } from '../../testing/factories.ts';
import { makeCatalog, makeItem, makeMember, makePage } from '../../testing/item-factories.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

/** How many statements a request sent. */
async function cost<C extends Call>(client: TestClient, call: C, input: CallInput<C>) {
  await client.must(call, input);
  const line = site.logLines.findLast((text) => text.includes(`"route":"${call.path}"`)) ?? '{}';
  return (JSON.parse(line) as { queries: number }).queries;
}

/** Ten catalogs in three levels with all the pages below the first one; edited by a member. */
async function makeLarge(pages: number) {
  const owner = await makeLoggedIn(site);
  const item_id = await makeItem(site, { owner });
  const editor = await makeMember(site, item_id, { edit: true });
  const root = await makeCatalog(site, item_id, { cat_name: 'Large' });
  const other = await makeCatalog(site, item_id, { cat_name: 'Other' });
  for (let at = 0; at < 4; at += 1) {
    const middle = await makeCatalog(site, item_id, { parent: root });
    const leaf = await makeCatalog(site, item_id, { parent: middle });
    const half = Math.max(1, pages / 8);
    const filled = { author: editor, times: half, page_content: 'harbor '.repeat(300) };
    await makePage(site, item_id, { ...filled, catalog: middle });
    await makePage(site, item_id, { ...filled, catalog: leaf });
  }
  const elsewhere = await makeItem(site, { owner: editor });
  return { item_id, editor, root, other, elsewhere };
}

async function costs(pages: number) {
  const { item_id, editor, root, other, elsewhere } = await makeLarge(pages);
  const { client } = editor;
  const { catalog } = calls;
  const { cat_id } = root;
  const list = await client.must(catalog.catListName, { item_id });
  const cats = list.map((row, at) => ({ cat_id: row.cat_id, s_number: at }));
  const up = list.find((row) => row.level === 2)!.cat_id;
  const begun = performance.now();
  const found = {
    catListGroup: await cost(client, catalog.catListGroup, { item_id }),
    catListName: await cost(client, catalog.catListName, { item_id }),
    rename: await cost(client, catalog.save, { item_id, cat_id, cat_name: 'Renamed' }),
    batUpdate: await cost(client, catalog.batUpdate, { item_id, cats }),
    move: await cost(client, catalog.save, { item_id, cat_id: up, parent_cat_id: other.cat_id }),
    copy: await cost(client, catalog.copy, { cat_id }),
    copyAway: await cost(client, catalog.copy, { cat_id, to_item_id: elsewhere }),
    moveAway: await cost(client, catalog.copy, { cat_id, to_item_id: elsewhere, is_del: 1 }),
    delete: await cost(client, catalog.delete, { cat_id }),
  };
  return { found, seconds: (performance.now() - begun) / 1000 };
}

describe('a catalog of 2,000 pages', () => {
  it('is written with as many statements as one of 8', async () => {
    const small = await costs(8);
    const large = await costs(2000);
    expect(large.found).toEqual(small.found);
    expect(large.found).toMatchInlineSnapshot(`
      {
        "batUpdate": 10,
        "catListGroup": 1,
        "catListName": 1,
        "copy": 13,
        "copyAway": 16,
        "delete": 10,
        "move": 10,
        "moveAway": 18,
        "rename": 8,
      }
    `);
    expect(large.seconds).toBeLessThan(20);
  });

  it('is read with two statements, or none once the menu is known', async () => {
    const { item_id, editor, root } = await makeLarge(2000);
    const input = { item_id, cat_id: root.cat_id };
    expect(await cost(editor.client, calls.catalog.branch, input)).toBeLessThanOrEqual(6);
    expect(await cost(editor.client, calls.catalog.branch, input)).toBeLessThanOrEqual(1);
    expect(await cost(editor.client, calls.catalog.getPagesBycat, input)).toBe(0);
  });
});
