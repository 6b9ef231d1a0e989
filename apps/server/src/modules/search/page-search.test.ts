import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  makeItem,
  makeMember,
  makePage,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function search(client: TestClient, item_id: number, keyword: string) {
  return (await client.callOk(calls.item.search, { item_id, keyword })).pages;
}

const marked = ({ search_content, hits }: { search_content: string; hits: [number, number][] }) =>
  hits.map(([begin, length]) => search_content.slice(begin, begin + length));

async function makePages(...contents: string[]) {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  for (const page_content of contents)
    await owner.client.callOk(page.save, { item_id, page_title: 'Notes', page_content });
  return { client: owner.client, item_id };
}

describe('item/search', () => {
  it('finds a Chinese word inside a sentence and marks it', async () => {
    const { client, item_id } = await makePages('用户登录之后才能下单。', '别的内容');
    const [found, ...more] = await search(client, item_id, '户登');
    expect(more).toEqual([]);
    expect(found).toMatchObject({ item_id, page_title: 'Notes', item_name: 'Harbor API' });
    expect(found?.search_content).toBe('用户登录之后才能下单。');
    expect(found?.hits).toEqual([[1, 2]]);
  });

  it.each([
    ['i', 0],
    ['　', 0],
    ['', 0],
    ['单', 1],
    ['id', 1],
    ['  id  ', 1],
    ['ＩＤ', 1],
  ])('requires 2 characters or 1 Chinese one: "%s" finds %i', async (keyword, pages) => {
    const { client, item_id } = await makePages('id 下单 i');
    expect(await search(client, item_id, keyword)).toHaveLength(pages);
  });

  it('finds parts of words, paths and symbols literally', async () => {
    const { client, item_id } = await makePages('POST /api/user_login?x=100% \\ ["a"] timeout\'s');
    for (const keyword of ['ser_lo', '/api/user', '100%', '\\ [', "timeout's", '_l', '?x'])
      expect(await search(client, item_id, keyword)).toHaveLength(1);
    for (const keyword of ['user%login', 'user.login', 'us_r'])
      expect(await search(client, item_id, keyword)).toEqual([]);
  });

  it('sorts title hits first, then by date', async () => {
    const { client, item_id } = await makePages('alpha one', 'alpha two');
    await client.callOk(page.save, {
      item_id,
      page_title: 'ALPHA guide',
      page_content: 'the rest',
    });
    const { page_id } = await client.callOk(page.save, { item_id, page_content: 'alpha three' });
    const first = await search(client, item_id, 'alpha');
    expect(first.map((hit) => hit.search_content)).toEqual([
      'the rest',
      'alpha three',
      'alpha two',
      'alpha one',
    ]);
    expect(first[0]?.hits).toEqual([]);
    await client.callOk(page.save, { page_id, page_content: 'nothing' });
    expect(await search(client, item_id, 'alpha')).toHaveLength(3);
  });

  it('marks hits in the original text regardless of case and width', async () => {
    const { client, item_id } = await makePages('等等……等 ＡＰＩ 文档，Api 与 api。');
    const [found] = await search(client, item_id, 'aPi');
    expect(found && marked(found)).toEqual(['ＡＰＩ', 'Api', 'api']);
  });

  it('shows the visible text, or the source if only that contains the word', async () => {
    const { client, item_id } = await makePages(
      'Read the **order** [manual](https://docs.test/hidden).',
    );
    const [seen] = await search(client, item_id, 'manual');
    expect(seen?.search_content).toBe('Read the order manual.');
    const [hidden] = await search(client, item_id, 'docs.test/hidden');
    expect(hidden && marked(hidden)).toEqual(['docs.test/hidden']);
  });

  it('marks a hit deep in a long page even if normalization shifts positions', async () => {
    const near = `${'…'.repeat(2000)} Needle ${'x '.repeat(2000)}`;
    const { client, item_id } = await makePages(near, `${'line of text\n'.repeat(5000)}the NEEDLE`);
    const found = await search(client, item_id, 'needle');
    expect(found).toHaveLength(2);
    for (const hit of found) {
      expect(marked(hit).join().toLowerCase()).toBe('needle');
      expect(hit.search_content.length).toBeLessThan(220);
    }
  });

  it('returns at most 200 pages in a small response', async () => {
    const { client, item_id } = await makePages();
    await makePage(site, item_id, { count: 300, page_content: `needle ${'y'.repeat(20_000)}` });
    const found = await search(client, item_id, 'needle');
    expect(found).toHaveLength(200);
    expect(JSON.stringify(found).length).toBeLessThan(200 * 600);
  });

  it('returns one page of the results and their total', async () => {
    const { client, item_id } = await makePages();
    await makePage(site, item_id, { count: 45, page_content: 'needle' });
    const all = await search(client, item_id, 'needle');
    const results = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        client.callOk(calls.item.search, { item_id, keyword: 'needle', page: number, count: 20 }),
      ),
    );
    expect(results.map(({ pages }) => pages.length)).toEqual([20, 20, 5, 0]);
    expect(results.map(({ total }) => total)).toEqual([45, 45, 45, 45]);
    expect(results.flatMap(({ pages }) => pages)).toEqual(all);
  });

  // The second word has no n-grams, so the index cannot be used.
  it.each(['needle', 'x y'])(
    'lists an old page with "%s" in its title before newer pages with it in their text',
    async (word) => {
      const { client, item_id } = await makePages();
      await makePage(site, item_id, { page_title: `About ${word}`, page_content: 'nothing' });
      await makePage(site, item_id, { count: 1500, page_content: word });
      const [first, ...others] = await search(client, item_id, word);
      expect(first?.page_title).toBe(`About ${word}`);
      expect(others).toHaveLength(199);
    },
  );

  it('needs few queries regardless of the number of pages', async () => {
    const { client, item_id } = await makePages('needle');
    expect(await countQueries(site, () => search(client, item_id, 'needle'))).toBe(2);
    await makePage(site, item_id, { count: 3000, page_content: 'needle and hay' });
    expect(await countQueries(site, () => search(client, item_id, 'needle'))).toBeLessThan(5);
    expect(await countQueries(site, () => search(client, item_id, 'thimble'))).toBeLessThan(5);
  });

  it('ranks a heading before several occurrences, and those before one', async () => {
    const { client, item_id } = await makePages(
      '## Alpha\nonce',
      'alpha alpha alpha',
      '```\n# alpha\n```',
    );
    const found = await search(client, item_id, 'alpha');
    expect(found.map((hit) => hit.search_content)).toEqual([
      'Alpha once',
      'alpha alpha alpha',
      expect.stringContaining('alpha'),
    ]);
  });

  describe('in an item with thousands of pages', () => {
    let client: TestClient;
    let item_id: number;
    let old_id: number;
    beforeAll(async () => {
      ({ client, item_id } = await makePages('the oldest page: 接口熔断 user/login_id qz=>1'));
      const [found] = await search(client, item_id, '熔断');
      old_id = found?.page_id ?? 0;
      await makePage(site, item_id, {
        count: 3000,
        page_title: 'Hay',
        page_content: '用户登录 user/log list',
      });
      await makePage(site, item_id, { page_title: 'Title needle', page_content: 'nothing' });
      await makePage(site, item_id, { count: 3000, page_title: 'Hay', page_content: 'straw' });
    });
    const ids = async (keyword: string) =>
      (await search(client, item_id, keyword)).map((hit) => hit.page_id);

    it.each([
      '熔',
      '熔断',
      '口熔',
      'login_i',
      'ser/login',
      'qz',
      '=>',
      'z=>1',
      '熔断 user/login_id',
    ])('finds only the old page for "%s"', async (keyword) => {
      expect(await ids(keyword)).toEqual([old_id]);
    });

    it('finds a single title, and nothing for words that do not occur', async () => {
      expect(await search(client, item_id, 'title NEEDLE')).toMatchObject([
        { page_title: 'Title needle' },
      ]);
      expect(await ids('熔断器')).toEqual([]);
      expect(await ids('user/login_ids')).toEqual([]);
    });

    it('finds a page whose n-grams are missing or outdated', async () => {
      const set = (change: string) =>
        site.database.query(`update page_search set ${change} where page_id = $1`, [old_id]);
      await set('grams = null');
      expect(await ids('熔断')).toEqual([old_id]);
      // As saved by a process of the previous release.
      await set(`grams = '{1}', version = version + 1, body_lc = 'the new text: 降级'`);
      expect(await ids('降级')).toEqual([old_id]);
      await set(`grams_version = version`);
      expect(await ids('降级'), 'the index counts as current').toEqual([]);
    });
  });

  it('does not find deleted pages or pages of another item', async () => {
    const { client, item_id } = await makePages('needle');
    const other = await makePages('needle');
    const [found] = await search(client, item_id, 'needle');
    await client.callOk(page.delete, { page_id: found?.page_id ?? 0 });
    expect(await search(client, item_id, 'needle')).toEqual([]);
    expect(await search(other.client, other.item_id, 'needle')).toHaveLength(1);
  });

  it('finds only pages inside the catalog for a limited member', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    const member = await makeMember(site, item_id, { catalog: catalogs.guides });
    const found = await search(member.client, item_id, 'page');
    expect(found.map((hit) => hit.page_title).toSorted()).toEqual([
      'Guides page',
      'Install page',
      'Linux page',
    ]);
  });

  it('works for visitors of a public item', async () => {
    const { item_id } = await makePages('needle');
    expect(await search(makeVisitor(site), item_id, 'NEEDLE')).toHaveLength(1);
  });

  it('also works in item/info with a keyword', async () => {
    const { client, item_id } = await makePages('needle');
    const { menu } = await client.callOk(calls.item.info, { item_id, keyword: 'needle' });
    expect(menu.pages).toMatchObject([{ page_title: 'Notes' }]);
    expect(menu.catalogs).toEqual([]);
  });
});
