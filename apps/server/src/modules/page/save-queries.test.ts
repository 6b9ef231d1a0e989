import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import { makeItem, makeMember, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { toSearchBody, toSearchText } from '../search-index/search-text.ts';
import { pageSaveRepository } from './page-save.repository.ts';

const { page } = calls;

/** Lock, read, write; begin and commit; and the metadata query of the authorization after each change. */
const OWNER_SAVE_QUERIES = 6;
const SHARE_LOCK_ITEM = 'select item_id from item where item_id = $1 for share';
const LOCK_ITEM_NOWAIT = 'select item_id from item where item_id = $1 for no key update nowait';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function setUpPage() {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const page_id = await makePage(site, item_id, { author: owner });
  return { owner, item_id, page_id, client: owner.client };
}

async function itemRow(itemId: number) {
  const [row] = await site.database.query(
    'select xmin::text, tree_version, last_update_time from item where item_id = $1',
    [itemId],
  );
  return row;
}

describe('the queries of a content save', () => {
  it('are three statements in a transaction, regardless of the length of the history', async () => {
    const { client, page_id } = await setUpPage();
    let saves = 0;
    const save = () => client.callOk(page.save, { page_id, page_content: `text ${(saves += 1)}` });
    expect(await countQueries(site, save)).toBe(OWNER_SAVE_QUERIES);
    for (let more = 0; more < 25; more += 1) await save();
    expect(await countQueries(site, save)).toBe(OWNER_SAVE_QUERIES);
    expect(await client.callOk(page.history, { page_id, content: 0 })).toHaveLength(20);
  });

  it('are as many for a text with links', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const target = await makePage(site, item_id, { count: 20 });
    let saves = 0;
    const save = () => {
      saves += 1;
      const links = Array.from({ length: 20 }, (_, at) => `[${saves}](/page/${target + at})`);
      return client.callOk(page.save, { page_id, page_content: links.slice(saves).join('\n') });
    };
    await save();
    expect(await countQueries(site, save)).toBe(OWNER_SAVE_QUERIES);
    expect((await client.callOk(page.backlinks, { page_id: target + 19 })).total).toBe(1);
  });

  it('include one more for a member, whose membership is locked too', async () => {
    const { item_id } = await setUpPage();
    const { client, ...author } = await makeMember(site, item_id, { edit: true });
    const page_id = await makePage(site, item_id, { author });
    let saves = 0;
    const save = () => client.callOk(page.save, { page_id, page_content: `text ${(saves += 1)}` });
    expect(await countQueries(site, save)).toBe(OWNER_SAVE_QUERIES + 1);
  });
});

describe('saves in one item', () => {
  it('do not write the item row and do not wait for a shared lock on it', async () => {
    const { client, item_id } = await setUpPage();
    const first = await makePage(site, item_id, { count: 16 });
    const before = await itemRow(item_id);
    const other = await openTransaction(site.database);
    await other.query(SHARE_LOCK_ITEM, [item_id]);
    const saved = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        client.callOk(page.save, { page_id: first + at, page_content: `text ${at}` }),
      ),
    );
    expect(saved.map(({ version }) => version)).toEqual(Array(16).fill(2));
    expect(await itemRow(item_id)).toEqual(before);
    await other.commit();
  });

  it('lock the item before the page to avoid deadlocks', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const other = await openTransaction(site.database);
    await other.query('select page_id from page where page_id = $1 for update', [page_id]);
    const saving = client.callOk(page.save, { page_id, page_content: 'later' });
    await other.waitUntilBlocked();
    await expect(site.database.query(LOCK_ITEM_NOWAIT, [item_id])).rejects.toThrow(
      'could not obtain lock',
    );
    await other.commit();
    expect((await saving).version).toBe(2);
  });
});

it('inserts any number of pages and returns their ids in the same order', async () => {
  const { owner, item_id } = await setUpPage();
  const titles = Array.from({ length: 1000 }, (_, at) => `Call ${at}`);
  const rows = titles.map((page_title) => ({
    page_title,
    search: toSearchText(page_title, toSearchBody(`# ${page_title}`, 0)),
    page_content: `# ${page_title}`,
    method: '',
    page_type: 0,
    cat_id: 0,
    top_cat_id: 0,
  }));
  const ids = await pageSaveRepository(site.deps.db).insert(item_id, rows, owner);
  const made = await site.database.query<{ page_title: string }>(
    `select page_title from unnest($1::bigint[]) with ordinality as made (page_id, at)
     join page using (page_id) join page_body using (page_id) join page_search using (page_id)
     where page_content = '# ' || page_title and body_lc = lower(page_content)
     order by at`,
    [ids],
  );
  expect(made.map(({ page_title }) => page_title)).toEqual(titles);
});
