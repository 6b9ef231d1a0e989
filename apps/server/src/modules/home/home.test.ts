import { calls } from '@octavo/contract';
import {
  MAX_CHANGED_PAGES,
  MAX_CHANGED_PAGES_PER_ITEM,
  MAX_RECENT_VIEWS,
} from '@octavo/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addTeamMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { home, page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const SECRET = { password_hash: 'set' };

interface User {
  readonly uid: number;
  readonly client: TestClient;
}

/** The user was here this long ago and has been absent since. */
async function leaveFor(user: User, absence: string) {
  await user.client.callOk(home.open, {});
  await site.database.query(
    `update user_visit set last_seen_time = now() - $2::interval,
       changes_since = least(changes_since, now() - $2::interval) where uid = $1`,
    [user.uid, absence],
  );
}

const changesOf = async ({ client }: User) => (await client.callOk(home.open, {})).changes;
const titlesOf = async (user: User) =>
  (await changesOf(user)).pages.map(({ page_title }) => page_title);

/** A reader of a private item, who was here two hours ago, and an editor. */
async function setUp(options: { readonly limited?: boolean } = {}) {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, item_name: 'Payments', ...SECRET });
  const catalog = await makeCatalog(site, item_id, { cat_name: 'Orders' });
  const editor = await makeMember(site, item_id, { edit: true });
  const reader = await makeMember(site, item_id, options.limited ? { catalog } : {});
  await leaveFor(reader, '2 hours');
  return { owner, item_id, catalog, editor, reader };
}

/** A page that was there before the last visit of the reader. */
async function makeOldPage(itemId: number, options: Parameters<typeof makePage>[2] = {}) {
  const page_id = await makePage(site, itemId, options);
  await site.database.query(
    `with moved as (update page set addtime = now() - interval '1 day', page_addtime = now() - interval '1 day'
       where page_id = $1)
     update page_search set addtime = now() - interval '1 day' where page_id = $1`,
    [page_id],
  );
  return page_id;
}

let saveCount = 0;
/** A save without a change creates no version. */
const save = (user: User, page_id: number, fields: object = {}) =>
  user.client.callOk(page.save, { page_id, page_content: `words ${(saveCount += 1)}`, ...fields });

describe('changes since the last visit', () => {
  it('are one line for each page, with author, edits, new pages and new titles', async () => {
    const { item_id, editor, reader } = await setUp();
    const page_id = await makeOldPage(item_id, { page_title: 'Refunds' });
    expect(await changesOf(reader)).toEqual({ total: 0, pages: [], items: [], seen_until: null });
    await save(editor, page_id);
    await save(editor, page_id, { page_title: 'Refunds and fees' });
    const added = await editor.client.callOk(page.save, { page_id: 0, item_id, page_title: 'New' });
    const changes = await changesOf(reader);
    expect(changes).toMatchObject({
      total: 2,
      items: [{ item_id, item_name: 'Payments', count: 2 }],
      pages: [
        { page_id: added.page_id, page_title: 'New', is_new: true, edit_count: 1, item_id },
        {
          page_id,
          page_title: 'Refunds and fees',
          former_title: 'Refunds',
          is_new: false,
          edit_count: 2,
          author_username: editor.username,
          item_name: 'Payments',
        },
      ],
    });
  });

  it('are those of others: own saves do not count, nor what the user saved after', async () => {
    const { item_id, owner, editor } = await setUp();
    const page_id = await makeOldPage(item_id, { author: owner });
    await leaveFor(editor, '2 hours');
    await save(editor, page_id);
    expect(await titlesOf(editor)).toEqual([]);
    await save(owner, page_id);
    await save(owner, page_id);
    expect((await changesOf(editor)).pages).toMatchObject([{ page_id, edit_count: 2 }]);
    await save(editor, page_id);
    expect(await titlesOf(editor)).toEqual([]);
  });

  it('include items of a team and of the user, not public items of others', async () => {
    const { item_id, owner, editor } = await setUp();
    const page_id = await makeOldPage(item_id, { page_title: 'Shared' });
    const member = await makeLoggedInUser(site);
    await addTeamMember(site, item_id, member);
    const strange = await makeItem(site);
    for (const user of [member, owner]) await leaveFor(user, '2 hours');
    await save(editor, page_id);
    await makePage(site, strange, { page_title: 'Public page of others' });
    for (const user of [member, owner]) expect(await titlesOf(user)).toEqual(['Shared']);
  });

  it.each([
    ['a removed member', 'delete from item_member where item_id = $1'],
    ['a deleted item', 'update item set del_time = now() where item_id = $1'],
    ['deleted pages', 'update page set del_time = now() where item_id = $1'],
  ])('contain nothing for %s, neither in titles nor in counts', async (_who, statement) => {
    const { item_id, editor, reader } = await setUp();
    const page_id = await makeOldPage(item_id, { page_title: 'Secret' });
    await save(editor, page_id);
    expect(await titlesOf(reader)).toEqual(['Secret']);
    await site.database.query(statement, [item_id]);
    expect(await changesOf(reader)).toMatchObject({ total: 0, items: [], pages: [] });
    expect(await reader.client.callOk(home.changes, {})).toMatchObject({ total: 0, pages: [] });
  });

  it('of other catalogs do not exist for a member of one catalog', async () => {
    const { item_id, catalog, editor, reader } = await setUp({ limited: true });
    const other = await makeCatalog(site, item_id, { cat_name: 'Salaries' });
    const visible = await makeOldPage(item_id, { page_title: 'Visible', catalog });
    const hidden = [
      await makeOldPage(item_id, { page_title: 'Hidden', catalog: other }),
      await makeOldPage(item_id, { page_title: 'Hidden at the root' }),
    ];
    for (const page_id of hidden) await save(editor, page_id);
    expect(await changesOf(reader)).toMatchObject({ total: 0, items: [] });
    await save(editor, visible);
    const open = await reader.client.callOk(home.open, {});
    expect(open.changes).toMatchObject({ total: 1, items: [{ item_id, count: 1 }] });
    expect(JSON.stringify(open)).not.toContain('Hidden');
    // A page that moves out of the catalog disappears with it.
    await editor.client.callOk(page.move, {
      item_id,
      page_ids: [visible],
      cat_id: other.cat_id,
    });
    expect(await changesOf(reader)).toMatchObject({ total: 0, items: [], pages: [] });
  });

  it('of an archived item are those before', async () => {
    const { item_id, editor, reader } = await setUp();
    const page_id = await makeOldPage(item_id, { page_title: 'Last words' });
    await save(editor, page_id);
    await archiveItem(site, item_id);
    expect(await titlesOf(reader)).toEqual(['Last words']);
  });

  it('are at most six in the overview, all of them in pages of the list', async () => {
    const { item_id, reader } = await setUp();
    await makePage(site, item_id, { count: 8 });
    const { total, pages, items } = await changesOf(reader);
    expect([total, pages.length, items[0]?.count]).toEqual([8, 6, 8]);
    const first = await reader.client.callOk(home.changes, { count: 5 });
    const second = await reader.client.callOk(home.changes, { count: 5, page: 2 });
    expect([first.total, first.pages.length, second.pages.length]).toEqual([8, 5, 3]);
    const ids = [...first.pages, ...second.pages].map(({ page_id }) => page_id);
    expect(new Set(ids).size).toBe(8);
  });

  it('are counted up to a limit for each item and in all', async () => {
    const { item_id, reader } = await setUp();
    await makePage(site, item_id, { count: MAX_CHANGED_PAGES_PER_ITEM + 1 });
    expect((await changesOf(reader)).total).toBe(MAX_CHANGED_PAGES_PER_ITEM);
    for (let at = 0; at < 10; at++) {
      const other = await makeItem(site, { owner: reader });
      await makePage(site, other, { count: MAX_CHANGED_PAGES_PER_ITEM });
    }
    expect((await changesOf(reader)).total).toBe(MAX_CHANGED_PAGES);
  });

  it('are seen up to the newest that was shown', async () => {
    const { item_id, editor, reader } = await setUp();
    const [shown, later] = [
      await makeOldPage(item_id, { page_title: 'Shown' }),
      await makeOldPage(item_id, { page_title: 'Later' }),
    ];
    await save(editor, shown);
    const { seen_until } = await changesOf(reader);
    expect(seen_until).not.toBeNull();
    await save(editor, later);
    await reader.client.callOk(home.markSeen, { seen_until: seen_until ?? '' });
    expect(await titlesOf(reader)).toEqual(['Later']);
    // An older time brings nothing back, and one in the future hides nothing that is still to come.
    await reader.client.callOk(home.markSeen, { seen_until: '2020-01-01T00:00:00Z' });
    expect(await titlesOf(reader)).toEqual(['Later']);
    await reader.client.callOk(home.markSeen, { seen_until: '2099-01-01T00:00:00Z' });
    expect(await titlesOf(reader)).toEqual([]);
    await save(editor, shown);
    expect(await titlesOf(reader)).toEqual(['Shown']);
  });
});

describe('a visit', () => {
  const visitOf = async ({ uid }: User) => {
    const [row] = await site.database.query<{ since: number; seen: number; row: string }>(
      `select extract(epoch from now() - changes_since)::int / 60 as since,
         extract(epoch from now() - last_seen_time)::int / 60 as seen, xmin::text as row
       from user_visit where uid = $1`,
      [uid],
    );
    return row;
  };
  /** Sets how many minutes ago the user was seen, and from when on changes are listed. */
  const setVisit = ({ uid }: User, seen: number, since: number) =>
    site.database.query(
      `update user_visit set last_seen_time = now() - $2::int * interval '1 minute',
         changes_since = now() - $3::int * interval '1 minute' where uid = $1`,
      [uid, seen, since],
    );

  it('is the first one until an absence of more than 30 minutes', async () => {
    const user = await makeLoggedInUser(site);
    const isFirst = async () => (await user.client.callOk(home.open, {})).is_first_visit;
    expect(await isFirst()).toBe(true);
    await setVisit(user, 29, 29);
    expect(await isFirst()).toBe(true);
    await setVisit(user, 31, 60);
    expect(await isFirst()).toBe(false);
    expect(await isFirst()).toBe(false);
  });

  it('keeps its changes, and the next one begins at its end', async () => {
    const user = await makeLoggedInUser(site);
    await user.client.callOk(home.open, {});
    await setVisit(user, 29, 90);
    await user.client.callOk(home.open, {});
    expect(await visitOf(user)).toMatchObject({ since: 90, seen: 0 });
    await setVisit(user, 31, 90);
    await user.client.callOk(home.open, {});
    expect(await visitOf(user)).toMatchObject({ since: 31, seen: 0 });
  });

  it('is written every five minutes at most, also by opened pages', async () => {
    const user = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: user });
    await user.client.callOk(home.viewed, { item_id });
    await setVisit(user, 4, 90);
    const before = await visitOf(user);
    await user.client.callOk(home.open, {});
    await user.client.callOk(home.viewed, { item_id });
    expect(await visitOf(user)).toEqual(before);
    await setVisit(user, 6, 90);
    await user.client.callOk(home.viewed, { item_id });
    expect(await visitOf(user)).toMatchObject({ since: 90, seen: 0 });
  });
});

describe('recently viewed pages', () => {
  const recentOf = async ({ client }: User) =>
    (await client.callOk(home.recent, {})).map((entry) => entry.page_title || entry.item_name);
  const age = (user: User, minutes: number) =>
    site.database.query(
      `update recent_view set view_time = view_time - $2::int * interval '1 minute' where uid = $1`,
      [user.uid, minutes],
    );

  it('are listed newest first, once each, and items without pages', async () => {
    const user = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: user, item_name: 'Empty' });
    const pages = await Promise.all(
      ['One', 'Two'].map((page_title) => makePage(site, item_id, { page_title })),
    );
    for (const target of [{ page_id: pages[0] }, { item_id }, { page_id: pages[1] }]) {
      await age(user, 2);
      await user.client.callOk(home.viewed, target);
    }
    expect(await recentOf(user)).toEqual(['Two', 'Empty', 'One']);
    await age(user, 2);
    await user.client.callOk(home.viewed, { page_id: pages[0] });
    expect(await recentOf(user)).toEqual(['One', 'Two', 'Empty']);
    const open = await user.client.callOk(home.open, {});
    expect(open.recent.map(({ page_title }) => page_title)).toEqual(['One', 'Two', '']);
    expect(open.has_more_recent).toBe(false);
  });

  it('are the newest 200, five of them in the overview', async () => {
    const user = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: user });
    const first = await makePage(site, item_id, { count: MAX_RECENT_VIEWS + 1 });
    await site.database.query(
      `insert into recent_view (uid, page_id, view_time)
       select $1, page_id, now() - (page_id - $3 + 2) * interval '1 minute'
       from page where item_id = $2 and page_id > $3`,
      [user.uid, item_id, first],
    );
    await user.client.callOk(home.viewed, { page_id: first });
    const recent = await user.client.callOk(home.recent, {});
    expect(recent).toHaveLength(MAX_RECENT_VIEWS);
    expect(recent[0]?.page_id).toBe(first);
    const [row] = await site.database.query<{ n: number }>(
      'select count(*)::int as n from recent_view where uid = $1',
      [user.uid],
    );
    expect(row?.n).toBe(MAX_RECENT_VIEWS);
    const open = await user.client.callOk(home.open, {});
    expect([open.recent.length, open.has_more_recent]).toEqual([5, true]);
  });

  it('are written once a minute at most, in one statement', async () => {
    const user = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: user });
    const page_id = await makePage(site, item_id);
    const rows = () =>
      site.database.query('select xmin::text as row from recent_view where uid = $1', [user.uid]);
    await user.client.callOk(home.viewed, { page_id });
    const before = await rows();
    expect(await countQueries(site, () => user.client.callOk(home.viewed, { page_id }))).toBe(1);
    expect(await rows()).toEqual(before);
  });

  it('return whether the page is a favourite of the user', async () => {
    const user = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: user });
    const page_id = await makePage(site, item_id);
    const viewed = () => user.client.callOk(home.viewed, { page_id });
    await user.client.callOk(calls.favourite.add, { item_id });
    expect(await viewed()).toEqual({ is_favourite: false });
    await user.client.callOk(calls.favourite.add, { page_id });
    expect(await viewed()).toEqual({ is_favourite: true });
    const other = await makeLoggedInUser(site);
    expect(await other.client.callOk(home.viewed, { page_id })).toEqual({ is_favourite: false });
  });

  it('show no title that the user may no longer view', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_name: 'Secret item', ...SECRET });
    const catalog = await makeCatalog(site, item_id);
    const pages = [
      await makePage(site, item_id, { page_title: 'Secret one', catalog }),
      await makePage(site, item_id, { page_title: 'Secret two', catalog }),
    ];
    const member = await makeMember(site, item_id, { catalog });
    for (const page_id of pages) await member.client.callOk(home.viewed, { page_id });
    expect(await recentOf(member)).toHaveLength(2);
    await owner.client.callOk(page.delete, { page_id: pages[0] ?? 0 });
    expect(await recentOf(member)).toEqual(['Secret two']);
    await site.database.query('delete from item_member where item_id = $1', [item_id]);
    const seen = [
      await member.client.callOk(home.recent, {}),
      await member.client.callOk(home.open, {}),
    ];
    expect(JSON.stringify(seen)).not.toContain('Secret');
    expect(seen[1]).toMatchObject({ recent: [], has_more_recent: false });
  });

  it('are not recorded for visitors and for pages that the user may not view', async () => {
    const item_id = await makeItem(site, SECRET);
    const page_id = await makePage(site, item_id);
    const open = await makePage(site, await makeItem(site));
    const user = await makeLoggedInUser(site);
    expect((await user.client.call(home.viewed, { page_id })).error_code).toBe(10307);
    expect((await makeVisitor(site).call(home.viewed, { page_id: open })).error_code).toBe(10102);
    expect(await recentOf(user)).toEqual([]);
  });
});
