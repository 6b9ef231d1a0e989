import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { reindex } from './reindex.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const run = async (all = false, onLine: (line: string) => void = () => {}) => {
  const lines: string[] = [];
  const code = await reindex(site.deps.config, { all }, (line) => {
    lines.push(line);
    onLine(line);
  });
  expect(code).toBe(0);
  return lines;
};

const listUnindexed = () =>
  site.database.query<{ page_id: string }>(
    `select page_id from page left join page_search text using (page_id)
     where text.grams is null or text.grams_version is distinct from page.version`,
  );

it('indexes the pages that are missing, and has nothing to do afterwards', async () => {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const first = await makePage(site, item_id, {
    count: 450,
    page_content: '## Kea\n熔断 user/login',
  });
  await site.database.query(
    `update page_search set grams = null, heads_lc = '' where page_id < $1 + 300`,
    [first],
  );
  await site.database.query('delete from page_search where page_id = $1', [first + 310]);
  await site.database.query('update page_search set grams_version = 0 where page_id = $1', [
    first + 320,
  ]);
  expect((await run()).at(-1)).toBe('302 pages indexed');
  expect(await listUnindexed()).toEqual([]);
  const [row] = await site.database.query<{ heads_lc: string; n: number }>(
    'select heads_lc, cardinality(grams) as n from page_search where page_id = $1',
    [first + 310],
  );
  expect(row?.heads_lc).toBe('kea');
  expect(row?.n).toBeGreaterThan(5);
  expect(await run()).toEqual(['nothing to do']);
  const { pages } = await owner.client.callOk(calls.item.search, { item_id, keyword: '熔断' });
  expect(pages).toHaveLength(200);
});

it('resumes after an interruption, and does not overwrite pages that were saved in between', async () => {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const page_id = await makePage(site, item_id, { page_content: 'before' });
  await site.database.query(`update page_search set body_lc = 'spoilt'`);
  const stop = new Error('stopped');
  await expect(
    run(true, () => {
      throw stop;
    }),
  ).rejects.toBe(stop);
  const spoilt = async () =>
    (await site.database.query(`select page_id from page_search where body_lc = 'spoilt'`)).length;
  const remaining = await spoilt();
  expect(remaining).toBeGreaterThan(0);
  await owner.client.callOk(calls.page.save, { page_id, page_content: 'after' });
  const lines = await run(true);
  expect(await spoilt()).toBe(0);
  expect(lines.at(-1), 'only what was left').toBe(`${remaining} pages indexed`);
  expect(await listUnindexed()).toEqual([]);
  expect((await run(true)).at(-1), 'the next one begins again').not.toBe('nothing to do');
});
