import { MAX_SEARCH_RESULTS } from '@octavo/contract/limits';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCorpus } from '../../../tests/helpers/load-corpus.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { pickOne, seededRandom } from '../../../tests/helpers/search-corpus.ts';
import { QUERY_KINDS } from '../../../tests/helpers/search-queries.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { findPages } from './find-pages.ts';
import { toSearchWord } from './page-search.ts';
import { pageSearchRepository } from './page-search.repository.ts';

/** Small sizes by default; `npm run nightly recall` searches 2,000 words in the full sizes. */
const WORDS = Number(process.env['RECALL_WORDS'] ?? 16);
const LARGE_ITEM = Number(process.env['RECALL_LARGEST'] ?? 6500);
const MANY_ITEMS = Number(process.env['RECALL_MANY'] ?? 60);
const SEED = Number(process.env['SEED'] ?? 20);
const SMALL_ITEM = 20;
/** Result limit with which the test compares complete results. */
const COMPLETE_LIMIT = 2000;

interface Text {
  readonly page_id: number;
  readonly item_id: number;
  readonly title_lc: string;
  readonly body_lc: string;
}

let site: TestSite;
let texts: readonly Text[];
let items: readonly number[];
beforeAll(async () => {
  site = await openTestSite();
  const { uid } = await makeLoggedInUser(site);
  const client = new pg.Client({ connectionString: site.database.migrateUrl });
  await client.connect();
  const sizes = [
    SMALL_ITEM,
    1000,
    LARGE_ITEM,
    ...Array.from({ length: MANY_ITEMS }, () => SMALL_ITEM),
  ];
  items = await loadCorpus(
    client,
    sizes.map((pages) => ({ uid, pages })),
    SEED,
  );
  await client.query('analyze');
  ({ rows: texts } = await client.query<Text>(
    'select page_id::int, item_id::int, title_lc, body_lc from page_search order by page_id',
  ));
  await client.end();
}, 900_000);
afterAll(() => site.close());

const grantsOf = (ids: readonly number[]) =>
  ids.map((itemId) => ({ itemId, view: 'all' as const }));

const scopes = [
  [`an item of ${SMALL_ITEM} pages`, () => items.slice(0, 1)],
  ['an item of 1,000 pages', () => items.slice(1, 2)],
  [`an item of ${LARGE_ITEM} pages`, () => items.slice(2, 3)],
  ['50 items', () => items.slice(3, 53)],
  [`${MANY_ITEMS} items`, () => items.slice(3)],
] as const;

describe('a search finds the same pages as a plain substring match', () => {
  it.each(scopes)('in %s', { timeout: 3_600_000 }, async (_scope, chosen) => {
    const random = seededRandom(SEED + 1);
    const within = new Set(chosen());
    const grants = grantsOf(chosen());
    const readable = texts.filter(({ item_id }) => within.has(item_id));
    const kinds = Object.entries(QUERY_KINDS);
    for (let asked = 0; asked < WORDS; asked += 1) {
      const [kind, take] = kinds[asked % kinds.length] ?? ['', () => undefined];
      // Every second word is taken from any page, also outside of the searched items.
      const from = pickOne(random, asked % 2 ? texts : readable);
      const word = toSearchWord(take(random, from.body_lc) ?? '');
      if (word === undefined) continue;
      const isIn = ({ title_lc, body_lc }: Text) =>
        title_lc.includes(word) || body_lc.includes(word);
      const expectedIds = readable.filter(isIn).map(({ page_id }) => page_id);
      const expectedSet = new Set(expectedIds);
      const query = { word, filter: {} };
      const repository = pageSearchRepository(site.deps.db);
      // The results of a common word are cut off at the limit; then each of them must be correct.
      for (const limit of [COMPLETE_LIMIT, MAX_SEARCH_RESULTS]) {
        const { matches, partial } = await findPages(repository, grants, query, limit, 60_000);
        const ids = matches.map(({ page_id }) => page_id).toSorted((a, b) => a - b);
        const right =
          expectedIds.length > limit ? ids.filter((id) => expectedSet.has(id)) : expectedIds;
        expect(ids, `${kind}: ${word}`).toEqual(right);
        expect(ids, `${kind}: ${word}`).toHaveLength(Math.min(expectedIds.length, limit));
        expect(partial, `${kind}: ${word}`).toBe(expectedIds.length > limit);
      }
    }
  });
});
