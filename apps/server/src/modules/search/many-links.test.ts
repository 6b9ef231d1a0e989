import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { makeCatalog, makeItem } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { reindex } from '../../cli/reindex.ts';
import { deriveFromContent } from '../page/derive-content.ts';
import { toSearchText } from '../search-index/search-text.ts';
import { pageSaveRepository } from '../page/page-save.repository.ts';

/** The nightly set `page-links` has 10,000. */
const PAGES = Number(process.env['LINKED_PAGES'] ?? 300);
const LINKS_PER_PAGE = 5;
const MOVED_PAGES = PAGES / 10;
/** The items that the author of the links may read, besides the two that are written. */
const ITEMS = PAGES / 5;
/** The page that every tenth page links to. */
const POPULAR = 7;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
}, 120_000);
afterAll(() => site.close());

/** The times of some calls in milliseconds: the median and the longest. */
async function measure(call: () => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[10]?.toFixed(1)} ms, at most ${sorted.at(-1)?.toFixed(1)} ms`;
}

async function makeLinkedPages() {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, item_name: 'Linked pages' });
  const catalog = await makeCatalog(site, item_id);
  const ids = await pageSaveRepository(site.deps.db).reserveIds(PAGES);
  const contentOf = (at: number) =>
    Array.from({ length: LINKS_PER_PAGE }, (_, link) => {
      const isPopular = link === 0 && at % 10 === 0;
      const target = isPopular ? POPULAR : (at * 31 + link * 997 + 1) % PAGES;
      return `See [page ${target}](/page/${ids[target]}#fields).`;
    }).join('\n\n');
  for (let from = 0; from < PAGES; from += 500) {
    const rows = ids.slice(from, from + 500).map((page_id, offset) => {
      const at = from + offset;
      const page_content = contentOf(at);
      const page_title = `Call ${at} ${at % 500 === 0 ? 'refund' : 'order'}`;
      const { method, searched, links } = deriveFromContent(
        page_content,
        0,
        site.deps.config.publicUrl.origin,
      );
      const { cat_id, top_cat_id } = at < MOVED_PAGES ? catalog : { cat_id: 0, top_cat_id: 0 };
      const search = toSearchText(page_title, searched);
      return {
        page_id,
        page_title,
        page_content,
        method,
        links,
        search,
        page_type: 0,
        cat_id,
        top_cat_id,
      };
    });
    await pageSaveRepository(site.deps.db).insert(item_id, rows, owner);
  }
  await site.database.query(
    `with made as (
       insert into item (item_name, item_type, uid)
       select 'Item ' || n, 1, $1 from generate_series(1, $2::int) n returning item_id
     ), pages as (
       insert into page (item_id, page_title, author_username)
       select item_id, 'Other ' || item_id || ' refund ' || n, 'x' from made, generate_series(1, 5) n
       returning page_id, item_id, page_title
     ), body as (insert into page_body select page_id, item_id, '' from pages)
     insert into page_search (page_id, item_id, version, addtime, title_lc, heads_lc, body_lc)
     select page_id, item_id, 1, now(), lower(page_title), '', '' from pages`,
    [owner.uid, ITEMS],
  );
  // The job does this within a minute.
  await reindex(site.deps.config, { all: false }, () => {});
  await site.database.query('analyze');
  return { owner, item_id, catalog, ids };
}

/** The targets of all links that are stored. */
async function targets(): Promise<number[]> {
  const rows = await site.database.query<{ target_page_id: string }>(
    'select distinct target_page_id from page_link',
  );
  return rows.map(({ target_page_id }) => Number(target_page_id));
}

describe('many pages with links', () => {
  it('have backlinks and suggestions, and no link breaks when pages are renamed and moved', async () => {
    const { owner, item_id, catalog, ids } = await makeLinkedPages();
    const { client } = owner;
    const popular = ids[POPULAR] ?? 0;
    const { total, pages } = await client.callOk(calls.page.backlinks, { page_id: popular });
    expect(total).toBeGreaterThanOrEqual(PAGES / 10);
    expect(pages).toHaveLength(Math.min(total, 50));
    const few = await client.callOk(calls.page.backlinks, { page_id: ids[1] ?? 0 });
    const [links] = await site.database.query<{ n: number }>(
      'select count(*)::int as n from page_link',
    );
    const figures = {
      links: links?.n,
      [`backlinks of a page with ${total}`]: await measure(() =>
        client.callOk(calls.page.backlinks, { page_id: popular }),
      ),
      [`backlinks of a page with ${few.total}`]: await measure(() =>
        client.callOk(calls.page.backlinks, { page_id: ids[1] ?? 0 }),
      ),
      'suggestions for a common word': await measure(() =>
        client.callOk(calls.page.suggest, { item_id, keyword: 'order' }),
      ),
      'suggestions for a rare word of many items': await measure(() =>
        client.callOk(calls.page.suggest, { item_id, keyword: 'refund' }),
      ),
      'suggestions for an absent word': await measure(() =>
        client.callOk(calls.page.suggest, { item_id, keyword: 'nothing like it' }),
      ),
      'suggestions without a word': await measure(() =>
        client.callOk(calls.page.suggest, { item_id }),
      ),
    };
    if (process.env['LINKED_PAGES']) console.log(JSON.stringify(figures, undefined, 1));

    const to_item_id = await makeItem(site, { owner, item_name: 'Target' });
    await client.callOk(calls.page.save, { page_id: popular, page_title: 'Renamed' });
    await client.callOk(calls.catalog.copy, { cat_id: catalog.cat_id, to_item_id, is_del: true });
    const linked = await targets();
    const broken: number[] = [];
    const items = new Map<string, number>();
    for (const page_id of linked) {
      const { statusCode, headers } = await client.request({
        method: 'GET',
        url: paths.page.href({ page_id }),
      });
      const location = String(headers['location']);
      const item = location.split('/')[1] ?? '';
      items.set(item, (items.get(item) ?? 0) + 1);
      if (statusCode !== 302 || !location.endsWith(`/${page_id}`)) broken.push(page_id);
    }
    expect(broken).toEqual([]);
    expect([...items.keys()].toSorted()).toEqual([String(item_id), String(to_item_id)].toSorted());
    expect(items.get(String(to_item_id))).toBeGreaterThan(0);
    const after = await client.callOk(calls.page.backlinks, { page_id: popular });
    expect(after.total).toBe(total);
    const [moved] = await site.database.query<{ n: number }>(
      `select count(*)::int as n from page_link join page using (page_id)
       where page_link.item_id <> page.item_id`,
    );
    expect(moved?.n).toBe(0);
  }, 1_200_000);
});
