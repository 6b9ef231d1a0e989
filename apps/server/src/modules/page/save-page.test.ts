import { randomUUID } from 'node:crypto';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import {
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function setUpItem(item_type = 1) {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, item_type });
  return { owner, item_id, client: owner.client };
}

async function setUpPage(page_content = 'first') {
  const made = await setUpItem();
  const { page_id } = await made.client.callOk(page.save, {
    item_id: made.item_id,
    page_title: 'Orders',
    page_content,
  });
  return { ...made, page_id };
}

async function treeVersion(itemId: number): Promise<number> {
  const [row] = await site.database.query<{ tree_version: string }>(
    'select tree_version from item where item_id = $1',
    [itemId],
  );
  return Number(row?.tree_version);
}

describe('page/save of a new page', () => {
  it('creates a page at the root with version 1 and sort number 99', async () => {
    const { client, item_id, owner } = await setUpItem();
    const made = await client.callOk(page.save, {
      item_id,
      page_title: ' A ',
      page_content: '# A',
    });
    expect(made.version).toBe(1);
    expect(await client.callOk(page.info, { page_id: made.page_id })).toMatchObject({
      page_title: 'A',
      page_content: '# A',
      item_id,
      cat_id: 0,
      s_number: 99,
      page_type: 0,
      author_username: owner.username,
      unique_key: '',
    });
  });

  it('treats every id of 0 or less as a new page', async () => {
    const { client, item_id } = await setUpItem();
    const one = await client.callOk(page.save, { page_id: -1, item_id, page_content: '' });
    const two = await client.callOk(page.save, { page_id: '0', item_id, page_content: '' });
    expect(two.page_id).toBeGreaterThan(one.page_id);
  });

  it.each([
    ['en', 'Untitled'],
    ['zh-cn', '无标题'],
  ] as const)('gets a default title in the language of the user: %s', async (language, title) => {
    const { client, item_id } = await setUpItem();
    await client.callOk(calls.user.updateInfo, { language });
    for (const input of [{ item_id }, { item_id, page_title: '  ' }]) {
      const { page_id } = await client.callOk(page.save, input);
      const found = await client.callOk(page.info, { page_id });
      expect(found).toMatchObject({ page_title: title, page_content: '' });
    }
  });

  it('accepts a catalog of the item and rejects one of another item', async () => {
    const { client, item_id, owner } = await setUpItem();
    const own = await makeCatalog(site, item_id);
    const inner = await makeCatalog(site, item_id, { parent: own });
    const other = await makeCatalog(site, await makeItem(site, { owner }));
    const made = await client.callOk(page.save, { item_id, cat_id: inner.cat_id });
    expect((await client.callOk(page.info, made)).cat_id).toBe(inner.cat_id);
    const rejected = await client.call(page.save, { item_id, cat_id: other.cat_id });
    expect(rejected.error_code).toBe(10101);
  });

  it.each([2, 4])('is rejected in an item of type %i, which has only one page', async (type) => {
    const { client, item_id } = await setUpItem(type);
    expect((await client.call(page.save, { item_id })).error_code).toBe(10103);
  });

  it('requires an item', async () => {
    const { client } = await setUpItem();
    expect((await client.call(page.save, { page_content: 'x' })).error_code).toBe(10101);
  });

  it('accepts a form with all values as strings and URL-encoded content', async () => {
    const { client, item_id } = await setUpItem();
    const content = '价格 100% + 税\n```\na%20b\n```';
    const response = await client.request({
      method: 'POST',
      url: page.save.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        item_id: String(item_id),
        page_id: '0',
        cat_id: '0',
        page_title: '价格',
        page_content: encodeURIComponent(content),
        is_urlencode: '1',
      }).toString(),
    });
    const { page_id } = response.json<{ data: { page_id: number } }>().data;
    expect((await client.callOk(page.info, { page_id })).page_content).toBe(content);
  });
});

describe('page/save of an existing page', () => {
  it('updates version, author and time, and keeps the creation time', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const before = await client.callOk(page.info, { page_id });
    const editor = await makeMember(site, item_id, { edit: true });
    const saved = await editor.client.callOk(page.save, { page_id, page_content: 'second' });
    expect(saved).toEqual({ page_id, version: 2 });
    const after = await client.callOk(page.info, { page_id });
    expect(after).toMatchObject({ version: 2, page_content: 'second' });
    expect(after.author_username).toBe(editor.username);
    expect(after.page_addtime).toBe(before.page_addtime);
    expect(Date.parse(after.addtime)).toBeGreaterThan(Date.parse(before.addtime));
  });

  it('leaves fields unchanged that were not sent', async () => {
    const { client, item_id } = await setUpItem();
    const catalog = await makeCatalog(site, item_id);
    const { page_id } = await client.callOk(page.save, {
      item_id,
      cat_id: catalog.cat_id,
      page_title: 'Kept',
      page_content: 'kept',
      s_number: 7,
    });
    const kept = { page_title: 'Kept', cat_id: catalog.cat_id, s_number: 7 };
    await client.callOk(page.save, { page_id, page_content: 'new' });
    expect(await client.callOk(page.info, { page_id })).toMatchObject({ ...kept, version: 2 });
    await client.callOk(page.save, { page_id, page_title: 'Renamed' });
    expect(await client.callOk(page.info, { page_id })).toMatchObject({
      ...kept,
      page_title: 'Renamed',
      page_content: 'new',
      version: 3,
    });
  });

  it('creates a version for a new title, but not for the same text', async () => {
    const { client, page_id } = await setUpPage('same');
    const same = { page_id, page_title: 'Orders', page_content: 'same' };
    expect((await client.callOk(page.save, same)).version).toBe(1);
    expect(await client.callOk(page.history, { page_id })).toEqual([]);
    expect((await client.callOk(page.save, { ...same, page_title: 'Bills' })).version).toBe(2);
    expect(await client.callOk(page.history, { page_id })).toMatchObject([
      { version: 1, page_title: 'Orders', page_content: 'same' },
    ]);
  });

  it('increments the tree version only when the tree changes', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const begun = await treeVersion(item_id);
    await client.callOk(page.save, { page_id, page_content: 'only the text' });
    expect(await treeVersion(item_id)).toBe(begun);
    await client.callOk(page.save, { page_id, page_title: 'Renamed' });
    await client.callOk(page.save, { page_id, s_number: 3 });
    await client.callOk(page.save, { page_id, page_content: '**Method:**\n\n- POST\n' });
    expect(await treeVersion(item_id)).toBe(begun + 3);
  });

  it('moves between catalogs and to the root without a new version', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const catalog = await makeCatalog(site, item_id);
    for (const cat_id of [catalog.cat_id, 0]) {
      expect((await client.callOk(page.save, { page_id, cat_id })).version).toBe(1);
      expect((await client.callOk(page.info, { page_id })).cat_id).toBe(cat_id);
    }
  });

  it('is found by its new words at once and no longer by the old ones', async () => {
    const { client, item_id, page_id } = await setUpPage('ＡＬＰＨＡ beta');
    const find = async (keyword: string) =>
      (await client.callOk(calls.item.search, { item_id, keyword })).pages.length;
    expect(await find('alpha')).toBe(1);
    await client.callOk(page.save, { page_id, page_content: 'gamma' });
    expect(await find('alpha')).toBe(0);
    expect(await find('gamma')).toBe(1);
    await client.callOk(page.save, { page_id, page_title: 'Delta' });
    expect(await find('delta')).toBe(1);
    expect(await find('gamma')).toBe(1);
  });

  it.each([
    ['the item_id of another item', async () => ({ item_id: (await setUpItem()).item_id })],
    ['an unknown catalog', async () => ({ cat_id: 999_999_999 })],
  ])('rejects %s', async (_case, wrong) => {
    const { client, page_id } = await setUpPage();
    const input = { page_id, page_content: 'x', ...(await wrong()) };
    expect((await client.call(page.save, input)).error_code).toBe(10101);
    expect((await client.callOk(page.info, { page_id })).version).toBe(1);
  });
});

describe('the content of a save', () => {
  it.each([
    ['NUL', 'a\0b', false],
    ['an encoded NUL', 'a%00b', true],
  ])('is rejected with %s', async (_case, page_content, is_urlencode) => {
    const { client, page_id } = await setUpPage();
    const rejected = await client.call(page.save, { page_id, page_content, is_urlencode });
    expect(rejected.error_code).toBe(10101);
  });

  it('is limited to 2 MB after decoding', async () => {
    const { client, page_id } = await setUpPage();
    const most = '文'.repeat((2 * 1024 * 1024 - 2) / 3) + 'ab';
    const encoded = { page_id, page_content: encodeURIComponent(most), is_urlencode: true };
    expect((await client.callOk(page.save, encoded)).version).toBe(2);
    const over = await client.call(page.save, { page_id, page_content: `${most}c` });
    expect(over).toMatchObject({ status: 413, error_code: 10603 });
    expect((await client.callOk(page.info, { page_id })).page_content).toBe(most);
  });

  it('gets a replacement character in place of a lone surrogate', async () => {
    const { client, page_id } = await setUpPage();
    await client.callOk(page.save, { page_id, page_content: 'a\uD800b' });
    expect((await client.callOk(page.info, { page_id })).page_content).toBe('a\uFFFDb');
  });
});

describe('a save with uid', () => {
  it('is rejected and changes nothing if another user has logged in', async () => {
    const { client, owner, item_id, page_id } = await setUpPage();
    const next = await makeMember(site, item_id, { edit: true });
    const text = { uid: owner.uid, page_content: 'words of the first user' };
    const stranger = await makeLoggedInUser(site);
    expect((await stranger.client.call(page.save, { ...text, page_id })).error_code).toBe(10102);
    for (const input of [{ page_id }, { page_id: 0, item_id, page_title: 'New' }])
      expect((await next.client.call(page.save, { ...text, ...input })).error_code).toBe(10102);
    expect(await client.callOk(page.info, { page_id })).toMatchObject({ page_content: 'first' });
    await client.callOk(page.save, { ...text, page_id });
    expect(await client.callOk(page.info, { page_id })).toMatchObject({
      page_content: 'words of the first user',
    });
  });
});

describe('a save with base_version', () => {
  it('is rejected with the current content if the page is newer', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const other = await makeMember(site, item_id, { edit: true });
    await other.client.callOk(calls.user.updateInfo, { name: 'Tomas Kral' });
    await other.client.callOk(page.save, { page_id, page_content: 'theirs', base_version: 1 });
    const mine = { page_id, page_content: 'mine', base_version: 1 };
    const rejected = await client.call(page.save, mine);
    expect(rejected.error_code).toBe(10600);
    expect(rejected.data).toEqual({
      version: 2,
      page_content: 'theirs',
      author_username: other.username,
      author_name: 'Tomas Kral',
      addtime: (await client.callOk(page.info, { page_id })).addtime,
    });
    expect((await client.callOk(page.save, { ...mine, base_version: 2 })).version).toBe(3);
  });

  it('succeeds if the newer version has the same text by the same user', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const input = { page_id, page_content: 'twice', base_version: 1 };
    await client.callOk(page.save, input);
    expect(await client.callOk(page.save, input)).toEqual({ page_id, version: 2 });
    const other = await makeMember(site, item_id, { edit: true });
    expect((await other.client.call(page.save, input)).error_code).toBe(10600);
  });

  it('is accepted if it is absent, and the overwritten version stays in the history', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const other = await makeMember(site, item_id, { edit: true });
    await other.client.callOk(page.save, { page_id, page_content: 'theirs' });
    await client.callOk(page.save, { page_id, page_content: 'mine' });
    expect(await client.callOk(page.history, { page_id })).toMatchObject([
      { version: 2, page_content: 'theirs', author_username: other.username },
      { version: 1, page_content: 'first' },
    ]);
  });

  it('succeeds for one of twenty concurrent requests', async () => {
    const { client, page_id } = await setUpPage();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        client.call(page.save, { page_id, page_content: `text ${at}`, base_version: 1 }),
      ),
    );
    const codes = answers.map((answer) => answer.error_code).toSorted((a, b) => a - b);
    expect(codes).toEqual([0, ...Array<number>(19).fill(10600)]);
    expect(await client.callOk(page.history, { page_id })).toHaveLength(1);
  });
});

describe('concurrent saves', () => {
  it('of titles, order and content of many pages all succeed and none is lost', async () => {
    const { client, item_id } = await setUpItem();
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await client.callOk(page.save, { item_id })).page_id),
    );
    const inputs = ids.flatMap((page_id) => [
      { page_id, page_content: `text of ${page_id}` },
      { page_id, page_title: `title of ${page_id}` },
      { page_id, s_number: page_id },
    ]);
    const sorts = Array.from({ length: 4 }, () =>
      client.call(page.sort, { item_id, pages: Object.fromEntries(ids.map((id) => [id, 5])) }),
    );
    const saves = inputs.map((input) => client.call(page.save, input));
    const answers = await Promise.all([...saves, ...sorts]);
    expect(answers.map((answer) => answer.error_code)).toEqual(answers.map(() => 0));
    for (const page_id of ids)
      expect(await client.callOk(page.info, { page_id })).toMatchObject({
        page_title: `title of ${page_id}`,
        page_content: `text of ${page_id}`,
        version: 3,
      });
  });
});

describe('a save with request_id', () => {
  it('creates one page for ten concurrent requests, with the same response for all', async () => {
    const { client, item_id } = await setUpItem();
    const input = { item_id, page_title: 'Once', page_content: 'x', request_id: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.callOk(page.save, input)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const rows = await site.database.query('select from page where item_id = $1', [item_id]);
    expect(rows).toHaveLength(1);
  });

  it('returns the same response later, although the page has changed', async () => {
    const { client, page_id } = await setUpPage();
    const input = { page_id, page_content: 'second', request_id: randomUUID() };
    const first = await client.callOk(page.save, input);
    await client.callOk(page.save, { page_id, page_content: 'third' });
    expect(await client.callOk(page.save, input)).toEqual(first);
    expect((await client.callOk(page.info, { page_id })).page_content).toBe('third');
  });

  it('can reuse the id after an error, and other users can use the same id', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const request_id = randomUUID();
    const stale = { page_id, page_content: 'x', base_version: 7, request_id };
    expect((await client.call(page.save, stale)).error_code).toBe(10600);
    expect(await client.callOk(page.save, { ...stale, base_version: 1 })).toMatchObject({
      version: 2,
    });
    const other = await makeMember(site, item_id, { edit: true });
    const theirs = { page_id, page_content: 'y', request_id };
    expect(await other.client.callOk(page.save, theirs)).toMatchObject({ version: 3 });
  });
});

describe('a limited editor', () => {
  async function setUpLimited() {
    const { item_id, client, owner } = await setUpItem();
    const own = await makeCatalog(site, item_id, { cat_name: 'Own' });
    const inner = await makeCatalog(site, item_id, { cat_name: 'Inner', parent: own });
    const other = await makeCatalog(site, item_id, { cat_name: 'Other' });
    const editor = await makeMember(site, item_id, { edit: true, catalog: own });
    return { item_id, owner: client, own, inner, other, author: owner, editor: editor.client };
  }

  it('creates pages only inside the catalog', async () => {
    const { item_id, own, inner, other, editor } = await setUpLimited();
    for (const { cat_id } of [own, inner])
      expect((await editor.callOk(page.save, { item_id, cat_id })).version).toBe(1);
    for (const cat_id of [other.cat_id, 0, undefined])
      expect((await editor.call(page.save, { item_id, cat_id })).error_code).toBe(10103);
  });

  it('cannot move pages into or out of the catalog', async () => {
    const { item_id, own, inner, other, editor, author } = await setUpLimited();
    const inside = await makePage(site, item_id, { catalog: own, author });
    const outside = await makePage(site, item_id, { catalog: other, author });
    const move = async (page_id: number, cat_id: number) =>
      (await editor.call(page.save, { page_id, cat_id })).error_code;
    expect(await move(inside, inner.cat_id)).toBe(0);
    expect(await move(inside, other.cat_id)).toBe(10103);
    expect(await move(inside, 0)).toBe(10103);
    expect(await move(outside, own.cat_id)).toBe(10103);
  });

  it('gets not found for hidden catalogs of a private item', async () => {
    const { item_id, other, editor } = await setUpLimited();
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    site.deps.bus.publish('item', String(item_id));
    const rejected = await editor.call(page.save, { item_id, cat_id: other.cat_id });
    expect(rejected.error_code).toBe(10101);
  });
});

describe('a save that waits while rights change', () => {
  const changes: [string, string, number][] = [
    ['the member is removed', 'delete from item_member where item_id = $1', 10103],
    [
      'the member is limited to reading',
      'update item_member set member_group_id = 0 where item_id = $1',
      10103,
    ],
    ['the item is archived', 'update item set is_archived = 1 where item_id = $1', 10605],
    ['the item is deleted', 'update item set del_time = now() where item_id = $1', 10101],
    ['the page is deleted', 'update page set del_time = now() where item_id = $1', 10101],
  ];

  it.each(changes)('is rejected when %s', async (_case, sql, code) => {
    const { item_id, page_id } = await setUpPage();
    const editor = await makeMember(site, item_id, { edit: true });
    const other = await openTransaction(site.database);
    await other.query('select from item where item_id = $1 for update', [item_id]);
    const saving = editor.client.call(page.save, { page_id, page_content: 'too late' });
    await other.waitUntilBlocked();
    await other.query(sql, [item_id]);
    await other.commit();
    expect((await saving).error_code).toBe(code);
    const rows = await site.database.query<{ page_content: string }>(
      'select page_content from page_body where page_id = $1',
      [page_id],
    );
    expect(rows).toEqual([{ page_content: 'first' }]);
  });

  it('is rejected for a new page as well', async () => {
    const { item_id } = await setUpItem();
    const editor = await makeMember(site, item_id, { edit: true });
    const other = await openTransaction(site.database);
    await other.query('select from item where item_id = $1 for update', [item_id]);
    const saving = editor.client.call(page.save, { item_id, page_content: 'too late' });
    await other.waitUntilBlocked();
    await other.query('delete from item_member where item_id = $1', [item_id]);
    await other.commit();
    expect((await saving).error_code).toBe(10103);
    expect(await site.database.query('select from page where item_id = $1', [item_id])).toEqual([]);
  });
});
