import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  addTeamMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

type SearchOptions = Omit<CallInput<typeof calls.search.all>, 'keyword'>;
const search = (client: TestClient, keyword: string, options: SearchOptions = {}) =>
  client.callOk(calls.search.all, { keyword, ...options });
const searchTitles = async (client: TestClient, keyword: string, options: SearchOptions = {}) =>
  (await search(client, keyword, options)).list.map((page) => page.page_title);

/** Creates a private item with one page. */
async function makeNote(
  page_title: string,
  page_content: string,
  owner?: { uid: number; username: string },
) {
  const item_id = await makeItem(site, { password_hash: 'x', ...(owner && { owner }) });
  const page_id = await makePage(site, item_id, { page_title, page_content });
  return { item_id, page_id };
}

describe('search/all', () => {
  it('searches own items and items as a member or through a team, and no others', async () => {
    const me = await makeLoggedInUser(site);
    const marker = 'kestrel-4711';
    await makeNote('Own', marker, me);
    const member = await makeNote('Member', marker);
    await addMember(site, member.item_id, me);
    const team = await makeNote('Team', marker);
    await addTeamMember(site, team.item_id, me);
    await makeNote('Foreign', marker);
    const open = await makeItem(site, { item_name: 'Open' });
    await makePage(site, open, { page_title: 'Open', page_content: marker });
    const found = await search(me.client, marker);
    expect(found.list.map((page) => page.page_title).toSorted()).toEqual(['Member', 'Own', 'Team']);
    expect(found).toMatchObject({ total: 3, partial: false });
    expect(found.items.map(({ pages }) => pages)).toEqual([1, 1, 1]);
    expect(
      await searchTitles(me.client, marker, { item_id: open }),
      'an open item by its number',
    ).toEqual(['Open']);
  });

  it('searches public items of others only with scope=all', async () => {
    const me = await makeLoggedInUser(site);
    const marker = 'bittern-5150';
    await makeNote('Own', marker, me);
    await makeNote('Private', marker);
    const open = async (page_title: string) => {
      const item_id = await makeItem(site, { item_name: page_title });
      await makePage(site, item_id, { page_title, page_content: marker });
      return item_id;
    };
    await open('Open');
    await archiveItem(site, await open('Archived'));
    const deleted = await open('Deleted');
    await site.database.query('update item set del_time = now() where item_id = $1', [deleted]);
    expect(await searchTitles(me.client, marker)).toEqual(['Own']);
    expect(await searchTitles(me.client, marker, { scope: 'mine' })).toEqual(['Own']);
    const found = await search(me.client, marker, { scope: 'all' });
    expect(found.list.map((page) => page.page_title).toSorted()).toEqual(['Open', 'Own']);
    expect(found.total).toBe(2);
    expect(found.items.map(({ item_name }) => item_name)).not.toContain('Archived');
  });

  it('reveals no title, content or count of pages the user may not see', async () => {
    const me = await makeLoggedInUser(site);
    const secret = 'MARKER-OF-OTHERS';
    const limited = await makeItem(site, { password_hash: 'x' });
    const guides = await makeCatalog(site, limited, { cat_name: 'Guides' });
    const hidden = await makeCatalog(site, limited, { cat_name: secret });
    await makePage(site, limited, { catalog: guides, page_title: 'Mine', page_content: 'heron' });
    for (const catalog of [hidden, undefined])
      await makePage(site, limited, {
        ...(catalog && { catalog }),
        page_title: secret,
        page_content: `heron ${secret}`,
        count: 700,
      });
    await addMember(site, limited, me, { catalog: guides });
    const gone = await makeNote(secret, `heron ${secret}`, me);
    await me.client.callOk(calls.page.delete, { page_id: gone.page_id });
    const deleted = await makeNote(secret, `heron ${secret}`, me);
    await site.database.query('update item set del_time = now() where item_id = $1', [
      deleted.item_id,
    ]);
    const left = await makeNote(secret, `heron ${secret}`);
    await addTeamMember(site, left.item_id, me);
    await me.client.callOk(calls.item.exitItem, { item_id: left.item_id });
    await makeNote(secret, `heron ${secret}`);
    for (const options of [{}, { item_id: limited }, { days: 1 }, { item_type: 1 }] as const) {
      const answer = await search(me.client, 'heron', options);
      expect(JSON.stringify(answer)).not.toContain(secret);
      expect(answer).toMatchObject({ total: 1, list: [{ page_title: 'Mine', place: 'Guides' }] });
      expect(answer.items).toMatchObject([{ item_id: limited, pages: 1 }]);
    }
    const rejected = await me.client.call(calls.search.all, {
      keyword: 'heron',
      item_id: left.item_id,
    });
    expect(rejected).toMatchObject({ error_code: 10307, data: null });
  });

  it('does not find a page after its catalog moved to another item', async () => {
    const me = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { password_hash: 'x' });
    const other = await makeItem(site, { password_hash: 'x' });
    const catalog = await makeCatalog(site, item_id);
    const page_id = await makePage(site, item_id, { catalog, page_content: 'plover' });
    await addMember(site, item_id, me, { catalog });
    expect(await searchTitles(me.client, 'plover')).toHaveLength(1);
    // The catalog moves to another item while the membership still refers to it.
    await site.database.query('update catalog set item_id = $2 where cat_id = $1', [
      catalog.cat_id,
      other,
    ]);
    for (const table of ['page', 'page_search'])
      await site.database.query(`update ${table} set item_id = $2 where page_id = $1`, [
        page_id,
        other,
      ]);
    expect(await searchTitles(me.client, 'plover')).toEqual([]);
  });

  it('ranks by title, heading, number of occurrences and date', async () => {
    const me = await makeLoggedInUser(site);
    await makeNote('Once, older', 'curlew', me);
    await makeNote('Once, newer', 'curlew', me);
    await makeNote('Often', 'curlew curlew', me);
    await makeNote('Heading', '# Curlew', me);
    await makeNote('The curlew', 'nothing', me);
    expect(await searchTitles(me.client, 'CURLEW')).toEqual([
      'The curlew',
      'Heading',
      'Often',
      'Once, newer',
      'Once, older',
    ]);
  });

  it('marks hits in titles and excerpts', async () => {
    const me = await makeLoggedInUser(site);
    const { item_id } = await makeNote('订单接口说明', '先看**接口**再下单', me);
    const [found] = (await search(me.client, '接口')).list;
    expect(found).toMatchObject({
      item_id,
      item_name: 'Harbor API',
      search_content: '先看接口再下单',
      hits: [[2, 2]],
      title_hits: [[2, 2]],
      place: '',
    });
  });

  it('returns each result once across pages', async () => {
    const me = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: me });
    await makePage(site, item_id, { count: 45, page_content: 'dunlin' });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => search(me.client, 'dunlin', { page, count: 20 })),
    );
    expect(pages.map(({ list }) => list.length)).toEqual([20, 20, 5, 0]);
    expect(new Set(pages.flatMap(({ list }) => list.map(({ page_id }) => page_id))).size).toBe(45);
    expect(pages.map(({ total }) => total)).toEqual([45, 45, 45, 45]);
  });

  it('filters by item, type, author and time', async () => {
    const me = await makeLoggedInUser(site);
    const first = await makeNote('First', 'avocet', me);
    const single = await makeItem(site, { owner: me, item_type: 2 });
    await makePage(site, single, { page_title: 'Second', page_content: 'avocet', author: me });
    await site.database.query(
      `update page set addtime = now() - interval '20 days' where page_id = $1`,
      [first.page_id],
    );
    expect(await searchTitles(me.client, 'avocet', { item_id: first.item_id })).toEqual(['First']);
    expect(await searchTitles(me.client, 'avocet', { item_type: 2 })).toEqual(['Second']);
    expect(await searchTitles(me.client, 'avocet', { author: me.username })).toEqual(['Second']);
    expect(await searchTitles(me.client, 'avocet', { days: 7 })).toEqual(['Second']);
    expect(await searchTitles(me.client, 'avocet', { days: 30 })).toHaveLength(2);
  });

  it('searches archived items and reports a partial result above the limit', async () => {
    const me = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: me });
    await makePage(site, item_id, { count: 600, page_content: 'gannet' });
    await archiveItem(site, item_id);
    expect(await search(me.client, 'gannet')).toMatchObject({ total: 200, partial: true });
  });
});

describe('searches without results', () => {
  it('are counted for administrators, except while typing or with filters', async () => {
    const me = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    await search(me.client, 'Phalarope');
    await search(me.client, 'phalarope');
    await search(me.client, 'phala', { typing: true });
    await search(me.client, 'phalar', { days: 7 });
    const rows = await admin.client.callOk(calls.search.misses, {});
    expect(rows.filter(({ keyword }) => keyword.startsWith('phal'))).toMatchObject([
      { keyword: 'phalarope', times: 2 },
    ]);
  });
});
