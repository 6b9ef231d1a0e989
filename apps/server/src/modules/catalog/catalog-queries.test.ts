import { calls } from '@octavo/contract';
import type { Call, CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

/** A catalog with eight descendants on three levels that contain all pages, and a member who edits it. */
async function makeLargeCatalog(pages: number) {
  const item_id = await makeItem(site, { owner: await makeLoggedInUser(site) });
  const editor = await makeMember(site, item_id, { edit: true });
  const root = await makeCatalog(site, item_id, { cat_name: 'Large' });
  const other = await makeCatalog(site, item_id, { cat_name: 'Other' });
  const filled = { author: editor, count: pages / 8, page_content: 'harbor '.repeat(300) };
  for (let at = 0; at < 4; at += 1) {
    const middle = await makeCatalog(site, item_id, { parent: root });
    const leaf = await makeCatalog(site, item_id, { parent: middle });
    await makePage(site, item_id, { ...filled, catalog: middle });
    await makePage(site, item_id, { ...filled, catalog: leaf });
  }
  const elsewhere = await makeItem(site, { owner: editor });

  /** Number of statements of a request with cold caches. */
  async function countRequestQueries<C extends Call>(
    call: C,
    input: CallInput<C>,
  ): Promise<number> {
    site.deps.bus.publish('account', String(editor.uid));
    for (const id of [item_id, elsewhere]) site.deps.bus.publish('item', String(id));
    // The settings are cached, and the clock of the caches stands still, so that they do not expire meanwhile.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await site.deps.settings.get();
    const begun = site.logLines.length;
    await editor.client.callOk(call, input).finally(() => clock.mockRestore());
    const line = await vi.waitUntil(
      () => site.logLines.slice(begun).find((logged) => logged.includes(call.path)),
      WAIT,
    );
    return (JSON.parse(line) as { queries: number }).queries;
  }

  return { item_id, editor, root, other, elsewhere, countRequestQueries };
}

async function countWriteQueries(pages: number) {
  const { item_id, editor, root, other, elsewhere, countRequestQueries } =
    await makeLargeCatalog(pages);
  const { cat_id } = root;
  const { catalog, page } = calls;
  await makePage(site, item_id, { author: editor, catalog: other, count: pages / 8 });
  const pageIdsIn = async (catId: number) => {
    const rows = await site.database.query<{ page_id: string }>(
      'select page_id from page where cat_id = $1 and del_time is null order by page_id desc',
      [catId],
    );
    return rows.map((row) => Number(row.page_id));
  };
  /** Undoes the newest move. */
  const countUndo = async () => {
    const [move] = await site.database.query<{ move_id: string }>(
      'select move_id from tree_move where item_id = $1 order by addtime desc limit 1',
      [item_id],
    );
    return countRequestQueries(catalog.undoMove, { item_id, move_id: move?.move_id ?? '' });
  };
  const list = await editor.client.callOk(catalog.catListName, { item_id });
  const cats = list.map((row, at) => ({ cat_id: row.cat_id, s_number: at }));
  const inner = list.find((row) => row.level === 2)!.cat_id;
  return {
    rename: await countRequestQueries(catalog.save, { item_id, cat_id, cat_name: 'Renamed' }),
    batUpdate: await countRequestQueries(catalog.batUpdate, { item_id, cats }),
    move: await countRequestQueries(catalog.save, {
      item_id,
      cat_id: inner,
      parent_cat_id: other.cat_id,
    }),
    moveMany: await countRequestQueries(catalog.move, {
      item_id,
      cat_ids: [cat_id, inner],
      page_ids: await pageIdsIn(other.cat_id),
      after_cat_id: 0,
    }),
    undoMany: await countUndo(),
    movePagesAway: await countRequestQueries(page.move, {
      item_id,
      page_ids: await pageIdsIn(other.cat_id),
      to_item_id: elsewhere,
    }),
    undoAway: await countUndo(),
    deleteMany: await countRequestQueries(catalog.deleteMany, {
      item_id,
      page_ids: await pageIdsIn(other.cat_id),
    }),
    copy: await countRequestQueries(catalog.copy, { cat_id }),
    copyAway: await countRequestQueries(catalog.copy, { cat_id, to_item_id: elsewhere }),
    moveAway: await countRequestQueries(catalog.copy, { cat_id, to_item_id: elsewhere, is_del: 1 }),
    delete: await countRequestQueries(catalog.delete, { cat_id }),
  };
}

describe('a catalog of 2,000 pages', () => {
  it('is changed with as many statements as one of 8', async () => {
    const large = await countWriteQueries(2000);
    expect(large).toEqual(await countWriteQueries(8));
    expect(large).toMatchInlineSnapshot(`
      {
        "batUpdate": 11,
        "copy": 15,
        "copyAway": 18,
        "delete": 12,
        "deleteMany": 13,
        "move": 11,
        "moveAway": 22,
        "moveMany": 16,
        "movePagesAway": 24,
        "rename": 11,
        "undoAway": 24,
        "undoMany": 18,
      }
    `);
  });

  it('is read with as many statements as one of 8, and its menu is loaded only once', async () => {
    for (const pages of [2000, 8]) {
      const { item_id, root, countRequestQueries } = await makeLargeCatalog(pages);
      const input = { item_id, cat_id: root.cat_id };
      expect(await countRequestQueries(calls.catalog.catListGroup, { item_id })).toBe(4);
      expect(await countRequestQueries(calls.catalog.catListName, { item_id })).toBe(4);
      expect(await countRequestQueries(calls.catalog.branch, input)).toBe(6);
      expect(await countRequestQueries(calls.catalog.branch, input)).toBe(4);
      expect(await countRequestQueries(calls.catalog.getPagesBycat, input)).toBe(3);
    }
  });
});
