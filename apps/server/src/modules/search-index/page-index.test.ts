import { calls } from '@octavo/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JobContext } from '../../jobs/job-context.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { pageIndexJobs } from './page-index.jobs.ts';

let site: TestSite;
let page_id: number;
let save: (page_content: string) => Promise<unknown>;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

beforeEach(async () => {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const made = await owner.client.callOk(calls.page.save, {
    item_id,
    page_title: 'Page',
    page_content: '熔断 user/login',
  });
  page_id = made.page_id;
  save = (page_content) => owner.client.callOk(calls.page.save, { page_id, page_content });
});

const runJob = async () => {
  for (const { run } of pageIndexJobs) await run({ db: site.deps.db } as unknown as JobContext, {});
};

const makeIdle = () =>
  site.database.query(
    `update page_search set addtime = addtime - interval '2 minutes' where page_id = $1`,
    [page_id],
  );

async function isIndexed(): Promise<boolean> {
  const [row] = await site.database.query<{ is_indexed: boolean }>(
    `select grams is not null and grams_version = version as is_indexed from page_search
     where page_id = $1`,
    [page_id],
  );
  return row?.is_indexed ?? false;
}

it('indexes a page a minute after its save, and again after the next save', async () => {
  await runJob();
  expect(await isIndexed(), 'still being written').toBe(false);
  await makeIdle();
  await runJob();
  expect(await isIndexed()).toBe(true);
  await save('降级');
  expect(await isIndexed()).toBe(false);
  await makeIdle();
  await runJob();
  expect(await isIndexed()).toBe(true);
});

it('leaves the pending list of the index empty', async () => {
  await makeIdle();
  await runJob();
  const [row] = await site.database.query<{ moved: string }>(
    'select sort_in_page_search() as moved',
  );
  expect(Number(row?.moved)).toBe(0);
});

it('skips a page that is being saved', async () => {
  await makeIdle();
  const writer = new pg.Client({ connectionString: site.database.databaseUrl });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query('select from page_search where page_id = $1 for update', [page_id]);
    await runJob();
    expect(await isIndexed()).toBe(false);
  } finally {
    await writer.end();
  }
  await runJob();
  expect(await isIndexed()).toBe(true);
});
