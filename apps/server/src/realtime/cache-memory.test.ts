import { calls } from '@octavo/contract';
import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { describe, expect, it } from 'vitest';
import { makeTokenClient } from '../../tests/helpers/access-tokens.ts';
import { logIn, makeUser, makeVisitor } from '../../tests/helpers/factories.ts';
import { makeItem } from '../../tests/helpers/item-factories.ts';
import { openIsolatedSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { pageSaveRepository } from '../modules/page/page-save.repository.ts';
import { toSearchBody, toSearchText } from '../modules/search-index/search-text.ts';
import { createCacheMemory, stringBytes } from './cache-memory.ts';

const MEGABYTE = 1024 * 1024;
const CACHE_MB = 8;
const PAGES = 450;
const DOCUMENTS = 12;
const USERS = 130;
const ITEMS = 130;
const SITEMAP_PAGES = 10_000;

const textOf = (number: number) => `Page ${number} ends here.\n\n${'tide '.repeat(2000)}`;

async function addPages(site: TestSite, item_id: number, owner: { uid: number; username: string }) {
  const rows = Array.from({ length: PAGES }, (_, number) => {
    const page_title = `Page ${number}`;
    const page_content = textOf(number);
    return {
      cat_id: 0,
      top_cat_id: 0,
      page_type: MARKDOWN_PAGE,
      page_title,
      page_content,
      method: '',
      search: toSearchText(page_title, toSearchBody(page_content, MARKDOWN_PAGE)),
    };
  });
  return pageSaveRepository(site.deps.db).insert(item_id, rows, owner);
}

describe('cache memory', () => {
  it('limits a cache to its share and does not cache a value that is larger', () => {
    const memory = createCacheMemory(MEGABYTE);
    const cache = memory.create<number, string>('menus', { sizeCalculation: stringBytes });
    const { maxBytes } = memory.usage()[0]!;
    expect(maxBytes).toBeLessThan(MEGABYTE);
    for (let key = 0; key < 1000; key += 1) cache.set(key, 'x'.repeat(5000));
    expect(memory.usage()).toEqual([{ name: 'menus', bytes: cache.calculatedSize, maxBytes }]);
    expect(cache.calculatedSize).toBeLessThanOrEqual(maxBytes);
    expect(cache.size * 5000).toBeGreaterThan(maxBytes * 0.8);
    cache.set(999, 'x'.repeat(maxBytes));
    expect(cache.get(999)).toBeUndefined();
    expect(cache.get(998)).toHaveLength(5000);
  });

  it('counts one byte for a Latin-1 character and two for each one of other texts', () => {
    expect(stringBytes('')).toBe(0);
    expect(stringBytes('über')).toBe(4);
    expect(stringBytes('库存 a')).toBe(8);
  });

  it('is never exceeded, and full caches serve the right content', async () => {
    const site = await openIsolatedSite({ CACHE_MB: String(CACHE_MB) });
    const visitor = makeVisitor(site);
    const owner = await makeUser(site);
    const item_id = await makeItem(site, { owner });
    const pageIds = await addPages(site, item_id, owner);

    for (const [number, page_id] of pageIds.entries()) {
      const page = await visitor.callOk(calls.page.info, { page_id, with_html: true });
      expect(page.page_content).toBe(textOf(number));
      expect(page.html).toContain(`Page ${number} ends here.`);
    }
    for (const [number, page_id] of pageIds.slice(0, DOCUMENTS).entries()) {
      const { statusCode, body } = await visitor.request({ url: `/${item_id}/${page_id}` });
      expect(statusCode).toBe(200);
      expect(body).toContain(`<title>Page ${number} `);
    }
    for (let version = 1; version <= 12; version += 1) {
      await site.database.query(
        'update item set tree_version = tree_version + 1 where item_id = $1',
        [item_id],
      );
      site.deps.bus.publish('item', String(item_id));
      const { menu } = await visitor.callOk(calls.item.info, { item_id });
      expect(menu.pages).toHaveLength(PAGES);
    }
    await site.database.query(
      `insert into item (item_name, item_type, uid, item_domain)
       select 'Item ' || n, 1, $1, 'harbor' || n from generate_series(1, $2::int) as n`,
      [owner.uid, ITEMS],
    );
    for (let number = 1; number <= ITEMS; number += 1) {
      const { statusCode } = await visitor.request({ url: `/harbor${number}` });
      expect(statusCode).toBe(200);
    }
    for (let number = 0; number < USERS; number += 1) {
      const { uid, username } = await makeUser(site);
      const client = await logIn(site, uid);
      await client.callOk(calls.item.info, { item_id });
      expect((await client.callOk(calls.user.info, {})).username).toBe(username);
      const script = await makeTokenClient(site, uid, { scopes: ['read'] });
      expect((await script.callOk(calls.user.info, {})).username).toBe(username);
    }
    await site.database.query(
      `insert into page (item_id, page_title, author_username)
       select $1, 'Page', '' from generate_series(1, $2::int)`,
      [item_id, SITEMAP_PAGES],
    );
    const { body: sitemap } = await visitor.request({ url: '/sitemap/1.xml' });
    expect(sitemap.match(/<url>/g)).toHaveLength(PAGES + SITEMAP_PAGES);

    const usage = site.deps.cacheMemory.usage();
    const sum = (of: 'bytes' | 'maxBytes') => usage.reduce((total, cache) => total + cache[of], 0);
    expect(sum('maxBytes')).toBeGreaterThan(CACHE_MB * MEGABYTE - usage.length);
    expect(sum('maxBytes')).toBeLessThanOrEqual(CACHE_MB * MEGABYTE);
    expect(usage.filter(({ bytes, maxBytes }) => bytes > maxBytes)).toEqual([]);
    // The settings are one entry, and the sitemap is larger than its share.
    const filled = usage.filter(({ name }) => name !== 'settings' && name !== 'sitemap');
    expect(filled.filter(({ bytes, maxBytes }) => bytes < 0.8 * maxBytes)).toEqual([]);
  });
});
