import { calls } from '@octavo/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  addTeamMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makeItemTree,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { dumpTree, findInconsistentRows, pageTitles } from '../../../tests/helpers/tree-rows.ts';
import { fetchFile, uploadFile } from '../../../tests/helpers/upload.ts';
import { treeMoveRepository } from './tree-move.repository.ts';

const { page, catalog } = calls;
const [GONE, DENIED, ARCHIVED, CHANGED] = [10101, 10103, 10605, 10638];

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

/** Two items of one owner, with the trees of `makeItemTree`. */
async function makeTwoTrees() {
  const here = await makeItemTree(site);
  const there = await makeItemTree(site);
  await addMember(site, there.item_id, here.owner, { edit: true });
  return { here, there, ...here };
}

type Trees = Awaited<ReturnType<typeof makeTwoTrees>>;

async function moveBranchAndPage({ owner, item_id, catalogs, pages, there }: Trees) {
  const { move_id } = await owner.client.callOk(catalog.move, {
    item_id,
    cat_ids: [catalogs.install.cat_id],
    page_ids: [pages.api],
    to_item_id: there.item_id,
    parent_cat_id: there.catalogs.api.cat_id,
    after_cat_id: 0,
  });
  return { item_id, move_id };
}

describe('catalog/undoMove', () => {
  it('restores the order of pages and catalogs with their exact positions', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    for (const page_title of ['a', 'b', 'c', 'd'])
      await makePage(site, item_id, { page_title, author: owner, catalog: catalogs.api });
    const titles = await pageTitles(site, item_id, catalogs.api);
    const rows = await site.database.query<{ page_id: string }>(
      'select page_id from page where cat_id = $1 order by page_id desc',
      [catalogs.api.cat_id],
    );
    const before = await dumpTree(site, item_id);
    const page_ids = rows.slice(0, 2).map((row) => Number(row.page_id));
    const sorted = { item_id, page_ids, cat_id: catalogs.api.cat_id, after_page_id: 0 };
    const first = await owner.client.callOk(page.move, sorted);
    expect(await pageTitles(site, item_id, catalogs.api)).toEqual([
      'd',
      'c',
      ...titles.slice(0, 3),
    ]);
    const cat_ids = [catalogs.api.cat_id];
    const second = await owner.client.callOk(catalog.move, { item_id, cat_ids, after_cat_id: 0 });
    await owner.client.callOk(catalog.undoMove, { item_id, ...second });
    await owner.client.callOk(catalog.undoMove, { item_id, ...first });
    expect(await dumpTree(site, item_id)).toEqual(before);
    const { menu } = await owner.client.callOk(calls.item.info, { item_id });
    expect(menu.catalogs.map((row) => row.cat_name)).toEqual(['Guides', 'API']);
  });

  it('restores siblings that got new positions', async () => {
    const { owner, item_id } = await makeItemTree(site);
    const first = await makePage(site, item_id, { count: 50, author: owner });
    const made: number[] = [];
    for (let at = 0; at < 6; at += 1) made.push((await makeCatalog(site, item_id)).cat_id);
    const before = await dumpTree(site, item_id);
    const moved = await owner.client.callOk(catalog.move, {
      item_id,
      cat_ids: [made[5] ?? 0],
      page_ids: [first + 40],
      after_cat_id: made[2],
    });
    const sorted = { item_id, page_ids: [first + 30], after_page_id: first + 20 };
    const second = await owner.client.callOk(page.move, sorted);
    expect(await dumpTree(site, item_id)).not.toEqual(before);
    await owner.client.callOk(catalog.undoMove, { item_id, ...second });
    await owner.client.callOk(catalog.undoMove, { item_id, ...moved });
    expect(await dumpTree(site, item_id)).toEqual(before);
  });

  it('restores a mixed move to another item with everything of its pages', async () => {
    const trees = await makeTwoTrees();
    const { owner, item_id, pages, there } = trees;
    const { client } = owner;
    const page_id = pages.linux;
    const file = await uploadFile(client, page.upload, { page_id });
    await client.callOk(page.save, { page_id, page_content: 'harbour pilots' });
    await client.callOk(page.createSinglePage, { page_id, isCreateSiglePage: true });
    await client.callOk(calls.mock.add, { page_id, template: '{"a":1}' });
    await client.callOk(page.setLock, { page_id });
    const draft_id = randomUUID();
    await client.callOk(page.saveDraft, { page_id, draft_id, page_content: 'words', revision: 1 });
    await site.database.query(`insert into import_page values ($1, 'key', $2, '', '')`, [
      item_id,
      page_id,
    ]);
    const before = await dumpTree(site, item_id, there.item_id);
    const move = await moveBranchAndPage(trees);
    expect(await dumpTree(site, item_id, there.item_id)).not.toEqual(before);
    expect((await client.callOk(page.info, { page_id })).item_id).toBe(there.item_id);
    await client.callOk(catalog.undoMove, move);
    expect(await dumpTree(site, item_id, there.item_id)).toEqual(before);
    expect((await client.callOk(page.info, { page_id })).item_id).toBe(item_id);
    expect(await client.callOk(page.drafts, {})).toMatchObject([{ draft_id, item_id, page_id }]);
    expect((await fetchFile(client, file.data.url)).statusCode).toBe(200);
    const words = { item_id, keyword: 'pilots' };
    expect((await client.callOk(calls.item.search, words)).pages).toHaveLength(1);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('changes no rule of rights: the explanation is the same as before the move', async () => {
    const trees = await makeTwoTrees();
    const { owner, item_id, catalogs, pages, there } = trees;
    for (const id of [item_id, there.item_id])
      await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [id]);
    const limited = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    const reader = await makeMember(site, there.item_id);
    const both = await makeMember(site, item_id);
    await addTeamMember(site, there.item_id, both, { edit: true, catalog: there.catalogs.api });
    const explainPage = async (id: number, client: typeof owner.client) => {
      const answers = [];
      for (const { username } of [owner, limited, reader, both]) {
        const input = { item_id: id, page_id: pages.linux, username };
        const answer = await client.call(calls.item.explainAccess, input);
        answers.push([answer.error_code, answer.error_code === 0 ? answer.data : undefined]);
      }
      return answers;
    };
    const explainItems = async () => {
      const answers = [];
      for (const tree of [trees.here, there])
        for (const { username } of [owner, limited, reader, both]) {
          const input = { item_id: tree.item_id, username };
          answers.push(await tree.owner.client.callOk(calls.item.explainAccess, input));
        }
      return answers;
    };
    const before = {
      page: await explainPage(item_id, owner.client),
      items: await explainItems(),
    };
    const canView = (answers: readonly (readonly unknown[])[]) =>
      answers.map(([, data]) => (data as { can_view: boolean } | undefined)?.can_view);
    expect(canView(before.page)).toEqual([true, true, false, true]);
    const move = await moveBranchAndPage(trees);
    expect(await explainItems()).toEqual(before.items);
    expect((await explainPage(item_id, owner.client)).map(([code]) => code)).toEqual(
      Array.from({ length: 4 }, () => GONE),
    );
    const moved = await explainPage(there.item_id, there.owner.client);
    expect(canView(moved)).toEqual([true, false, true, true]);
    await owner.client.callOk(catalog.undoMove, move);
    expect(await explainItems()).toEqual(before.items);
    expect(await explainPage(item_id, owner.client)).toEqual(before.page);
  });

  it('can be done once, by the same user, from the same item', async () => {
    const trees = await makeTwoTrees();
    const { owner, item_id, there } = trees;
    const move = await moveBranchAndPage(trees);
    const code = async (client: typeof owner.client, input: typeof move) =>
      (await client.call(catalog.undoMove, input)).error_code;
    expect(await code(there.owner.client, { ...move, item_id: there.item_id })).toBe(GONE);
    const editor = await makeMember(site, item_id, { edit: true });
    expect(await code(editor.client, move)).toBe(GONE);
    expect(await code(owner.client, { ...move, item_id: there.item_id })).toBe(GONE);
    expect(await code(owner.client, { item_id, move_id: crypto.randomUUID() })).toBe(GONE);
    expect(await code(owner.client, { item_id, move_id: 'x' })).toBe(GONE);
    const answers = await Promise.all([1, 2, 3].map(() => code(owner.client, move)));
    expect(answers.toSorted((x, y) => x - y)).toEqual([0, GONE, GONE]);
    expect(await code(owner.client, move)).toBe(GONE);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('is possible for 10 minutes, and the row is deleted later', async () => {
    const trees = await makeTwoTrees();
    const [kept, expired] = [
      await moveBranchAndPage(trees),
      await trees.owner.client.callOk(page.move, {
        item_id: trees.item_id,
        page_ids: [trees.pages.root],
      }),
    ];
    const age = (move_id: string, seconds: number) =>
      site.database.query(
        `update tree_move set addtime = now() - make_interval(secs => $2) where move_id = $1`,
        [move_id, seconds],
      );
    await age(kept.move_id, 590);
    await age(expired.move_id, 610);
    const undo = { item_id: trees.item_id, move_id: expired.move_id };
    expect((await trees.owner.client.call(catalog.undoMove, undo)).error_code).toBe(GONE);
    await treeMoveRepository(site.deps.db).deleteExpired();
    const rows = await site.database.query('select move_id from tree_move where item_id = $1', [
      trees.item_id,
    ]);
    expect(rows).toEqual([{ move_id: kept.move_id }]);
    await trees.owner.client.callOk(catalog.undoMove, kept);
  });

  const later: [string, (trees: Trees) => Promise<unknown>][] = [
    [
      'a moved page was moved on',
      ({ owner, pages, there }) =>
        owner.client.callOk(page.move, { item_id: there.item_id, page_ids: [pages.api] }),
    ],
    [
      'a moved page was deleted',
      ({ owner, pages }) => owner.client.callOk(page.delete, { page_id: pages.api }),
    ],
    [
      'a moved page was sorted',
      ({ owner, pages, there }) =>
        owner.client.callOk(page.sort, { item_id: there.item_id, pages: { [pages.api]: 3 } }),
    ],
    [
      'a page of a moved catalog was moved on',
      ({ owner, pages, there }) =>
        owner.client.callOk(page.move, { item_id: there.item_id, page_ids: [pages.linux] }),
    ],
    [
      'a moved catalog was moved on',
      ({ owner, catalogs, there }) =>
        owner.client.callOk(catalog.move, {
          item_id: there.item_id,
          cat_ids: [catalogs.install.cat_id],
        }),
    ],
    [
      'a descendant of a moved catalog was moved on',
      ({ owner, catalogs, there }) =>
        owner.client.callOk(catalog.move, {
          item_id: there.item_id,
          cat_ids: [catalogs.linux.cat_id],
        }),
    ],
    [
      'the target was deleted',
      ({ there }) =>
        there.owner.client.callOk(catalog.delete, { cat_id: there.catalogs.api.cat_id }),
    ],
    [
      'a page was added to a moved catalog',
      ({ there, catalogs }) =>
        there.owner.client.callOk(page.save, {
          item_id: there.item_id,
          cat_id: catalogs.linux.cat_id,
        }),
    ],
    [
      'a moved page was edited',
      ({ there, pages }) =>
        there.owner.client.callOk(page.save, { page_id: pages.api, page_content: 'secret' }),
    ],
    [
      'a page of a moved catalog was edited',
      ({ there, pages }) =>
        there.owner.client.callOk(page.save, { page_id: pages.linux, page_content: 'secret' }),
    ],
    [
      'a file was added to a moved page',
      ({ there, pages }) => uploadFile(there.owner.client, page.upload, { page_id: pages.linux }),
    ],
    [
      'a mock was added to a moved page',
      ({ there, pages }) =>
        there.owner.client.callOk(calls.mock.add, { page_id: pages.linux, template: '{"a":1}' }),
    ],
    [
      'a moved catalog was renamed',
      ({ there, catalogs }) =>
        there.owner.client.callOk(catalog.save, {
          item_id: there.item_id,
          cat_id: catalogs.linux.cat_id,
          cat_name: 'Secret',
        }),
    ],
    [
      'the former catalog is gone',
      ({ owner, catalogs }) =>
        owner.client.callOk(catalog.delete, { cat_id: catalogs.guides.cat_id }),
    ],
    [
      'the former catalog was moved',
      ({ owner, catalogs, item_id }) =>
        owner.client.callOk(catalog.move, {
          item_id,
          cat_ids: [catalogs.api.cat_id],
          parent_cat_id: catalogs.guides.cat_id,
        }),
    ],
  ];
  it.each(later)('is rejected as a whole if %s since', async (_what, change) => {
    const trees = await makeTwoTrees();
    const move = await moveBranchAndPage(trees);
    await change(trees);
    const before = await hashAllTables(site.database);
    const answer = await trees.owner.client.call(catalog.undoMove, move);
    expect(answer.error_code).toBe(CHANGED);
    expect(answer.error_message).toContain('The tree has changed');
    expect(await hashAllTables(site.database)).toEqual(before);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('is rejected if it would reorder pages that others have moved since', async () => {
    const { owner, item_id } = await makeItemTree(site);
    const first = await makePage(site, item_id, { count: 10, author: owner });
    const editor = await makeMember(site, item_id, { edit: true });
    const sort = { item_id, page_ids: [first + 8], after_page_id: first + 3 };
    const move = await owner.client.callOk(page.move, sort);
    const other = { item_id, page_ids: [first + 9], after_page_id: first + 1 };
    await editor.client.callOk(page.move, other);
    const answer = await owner.client.call(catalog.undoMove, { item_id, ...move });
    expect(answer.error_code).toBe(CHANGED);
  });

  it('keeps what was edited inside of the item', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const move = { item_id, page_ids: [pages.root], cat_id: catalogs.api.cat_id };
    const { move_id } = await owner.client.callOk(page.move, move);
    await owner.client.callOk(page.save, { page_id: pages.root, page_content: 'edited' });
    await owner.client.callOk(catalog.undoMove, { item_id, move_id });
    expect(await owner.client.callOk(page.info, { page_id: pages.root })).toMatchObject({
      cat_id: 0,
      page_content: 'edited',
    });
  });

  it.each([
    ['renumbered', '', 'abcdef'],
    ['renumbered, and the page before is gone', 'b', 'acdef'],
  ])('finds the places of pages in a catalog that was %s', async (_what, gone, expected) => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const { api, guides } = catalogs;
    await site.database.query('delete from page where cat_id = $1', [api.cat_id]);
    const ids = new Map<string, number>();
    for (const page_title of 'abcdef') {
      const made = { page_title, author: owner, catalog: api, s_number: 99 };
      ids.set(page_title, await makePage(site, item_id, made));
    }
    const idsOf = (titles: string) => Array.from(titles, (title) => ids.get(title) ?? 0);
    const { move_id } = await owner.client.callOk(page.move, {
      item_id,
      page_ids: idsOf('fcd'),
      cat_id: guides.cat_id,
    });
    // The last page of the catalog, which stays there, has a position above those of the moved pages afterwards.
    const order = Object.fromEntries(idsOf('abe').map((id, at) => [id, 98 + at]));
    await owner.client.callOk(page.sort, { item_id, pages: order });
    for (const page_id of idsOf(gone)) await owner.client.callOk(page.delete, { page_id });
    await owner.client.callOk(catalog.undoMove, { item_id, move_id });
    expect((await pageTitles(site, item_id, api)).join('')).toBe(expected);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('finds the places of catalogs among siblings that were renumbered', async () => {
    const owner = await makeLoggedInUser(site);
    const [item_id, to_item_id] = [
      await makeItem(site, { owner }),
      await makeItem(site, { owner }),
    ];
    const ids = new Map<string, number>();
    for (const cat_name of 'abcdef')
      ids.set(cat_name, (await makeCatalog(site, item_id, { cat_name })).cat_id);
    const idsOf = (names: string) => Array.from(names, (name) => ids.get(name) ?? 0);
    const input = { item_id, cat_ids: idsOf('dac'), to_item_id };
    const { move_id } = await owner.client.callOk(catalog.move, input);
    const cats = idsOf('bef').map((cat_id, at) => ({ cat_id, s_number: at + 1 }));
    await owner.client.callOk(catalog.batUpdate, { item_id, cats });
    await owner.client.callOk(catalog.undoMove, { item_id, move_id });
    const list = await owner.client.callOk(catalog.catListName, { item_id });
    expect(list.map((row) => row.cat_name).join('')).toBe('abcdef');
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('takes new content of a moved catalog along inside of the item', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const move = { item_id, cat_ids: [catalogs.install.cat_id], after_cat_id: 0 };
    const { move_id } = await owner.client.callOk(catalog.move, move);
    const parent_cat_id = catalogs.install.cat_id;
    const added = await owner.client.callOk(catalog.save, {
      item_id,
      cat_name: 'Added',
      parent_cat_id,
    });
    await owner.client.callOk(page.save, { item_id, cat_id: added.cat_id });
    await owner.client.callOk(catalog.undoMove, { item_id, move_id });
    const list = await owner.client.callOk(catalog.catListName, { item_id });
    expect(list.map((row) => row.cat_name)).toContain('Guides / Install / Added');
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('requires the right to edit both items at that time', async () => {
    const trees = await makeTwoTrees();
    const { owner, item_id, there, catalogs, pages } = trees;
    const code = async (move: { item_id: number; move_id: string }, { client } = owner) =>
      (await client.call(catalog.undoMove, move)).error_code;
    const move = await moveBranchAndPage(trees);
    const set = async (change: string, id: number) => {
      await site.database.query(change, [id]);
      for (const changed of [item_id, there.item_id])
        site.deps.bus.publish('item', String(changed));
    };
    await set('update item_member set member_group_id = 0 where item_id = $1', there.item_id);
    expect(await code(move)).toBe(DENIED);
    const { guides, api } = there.catalogs;
    const limit = (cat_id: number) =>
      set(
        `update item_member set member_group_id = 1, cat_id = ${cat_id} where item_id = $1`,
        there.item_id,
      );
    await limit(guides.cat_id);
    expect(await code(move)).toBe(DENIED);
    await limit(api.cat_id);
    await set('update item set is_archived = 1 where item_id = $1', item_id);
    expect(await code(move)).toBe(ARCHIVED);
    await set('update item set is_archived = 0 where item_id = $1', item_id);
    await archiveItem(site, there.item_id);
    expect(await code(move)).toBe(ARCHIVED);
    await set('update item set is_archived = 0 where item_id = $1', there.item_id);
    expect(await code(move)).toBe(0);

    const editor = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    const inside = { item_id, page_ids: [pages.linux], cat_id: catalogs.guides.cat_id };
    const second = await editor.client.callOk(page.move, inside);
    await set(`update item_member set cat_id = ${catalogs.api.cat_id} where item_id = $1`, item_id);
    expect(await code({ item_id, ...second }, editor)).toBe(DENIED);
  });

  it('is not blocked by a concurrent move', async () => {
    const owner = await makeLoggedInUser(site);
    const items = [await makeItem(site, { owner }), await makeItem(site, { owner })] as const;
    const page_id = await makePage(site, items[0], { author: owner });
    for (let round = 0; round < 6; round += 1) {
      const to = { item_id: items[0], page_ids: [page_id], to_item_id: items[1] };
      const { move_id } = await owner.client.callOk(page.move, to);
      const answers = await Promise.all([
        owner.client.call(catalog.undoMove, { item_id: items[0], move_id }),
        owner.client.call(page.move, {
          item_id: items[1],
          page_ids: [page_id],
          to_item_id: items[0],
        }),
      ]);
      const codes = answers.map((answer) => answer.error_code);
      expect([
        [0, GONE],
        [CHANGED, 0],
      ]).toContainEqual(codes);
    }
    expect(await findInconsistentRows(site)).toEqual([]);
  });
});
