import { calls } from '@octavo/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobContext } from '../../jobs/job-context.ts';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  archiveItem,
  makeItem,
  makePage,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { testJobContext } from '../../../tests/helpers/job-context.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';
import { purgeJobs } from './purge.jobs.ts';

const { page, recycle } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Moves a deletion into the past. */
function backdate(pageId: number, age: string) {
  return site.database.query(`update page set del_time = now() - $2::interval where page_id = $1`, [
    pageId,
    age,
  ]);
}

async function runPurge(): Promise<void> {
  for (const { run } of purgeJobs) await run(testJobContext(site) as JobContext, {});
}

const count = async (table: string, pageId: number) =>
  (await site.database.query(`select from ${table} where page_id = $1`, [pageId])).length;

describe('recycle/getList', () => {
  it('lists deleted pages, most recent first, with the remaining days', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    for (const page_id of [pages.root, pages.api, pages.orders])
      await owner.client.callOk(page.delete, { page_id });
    await backdate(pages.root, '29 days 23 hours');
    await backdate(pages.api, '10 days 1 hour');
    const list = await owner.client.callOk(recycle.getList, { item_id });
    expect(list.map((row) => [row.page_title, row.old_place, row.days_left])).toEqual([
      ['Orders page', 'API / Orders', 30],
      ['API page', 'API', 20],
      ['Root page', '', 1],
    ]);
  });

  it('runs one query for any number of pages, also in an archived item', async () => {
    const { owner, item_id } = await makeItemTree(site);
    await makePage(site, item_id, { count: 500 });
    await site.database.query('update page set del_time = now() where item_id = $1', [item_id]);
    await archiveItem(site, item_id);
    const list = () => owner.client.callOk(recycle.getList, { item_id });
    expect(await countQueries(site, list)).toBe(1);
    expect(await list()).toHaveLength(506);
  });

  it('is empty when nothing was deleted', async () => {
    const { owner, item_id } = await makeItemTree(site);
    expect(await owner.client.callOk(recycle.getList, { item_id })).toEqual([]);
  });

  it('lists pages that were deleted with their catalog', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    await owner.client.callOk(calls.catalog.delete, { item_id, cat_id: catalogs.guides.cat_id });
    const list = await owner.client.callOk(recycle.getList, { item_id });
    expect(list.map((row) => row.old_place).toSorted()).toEqual([
      'Guides',
      'Guides / Install',
      'Guides / Install / Linux',
    ]);
  });
});

describe('recycle/recover', () => {
  it('moves a page back to the root with history and author, and returns the old location', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { client } = owner;
    const page_id = pages.linux;
    const editor = await makeLoggedInUser(site);
    await site.database.query(
      'insert into item_member (item_id, uid, member_group_id) values ($1, $2, 1)',
      [item_id, editor.uid],
    );
    site.deps.bus.publish('item', String(item_id));
    await editor.client.callOk(page.save, { page_id, page_content: 'by the editor' });
    await client.callOk(page.delete, { page_id });
    expect(await client.callOk(recycle.recover, { item_id, page_id })).toEqual({
      page_id,
      old_place: 'Guides / Install / Linux',
    });
    expect(await client.callOk(page.info, { page_id })).toMatchObject({
      cat_id: 0,
      page_content: 'by the editor',
      author_username: editor.username,
      version: 2,
    });
    expect(await client.callOk(page.history, { page_id })).toHaveLength(1);
    const { menu } = await client.callOk(calls.item.info, { item_id });
    expect(menu.pages.map((row) => row.page_title)).toContain('Linux page');
    expect(await client.callOk(recycle.getList, { item_id })).toEqual([]);
  });

  it('rejects existing pages, pages of other items and expired pages', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const other = await makeItemTree(site);
    await other.owner.client.callOk(page.delete, { page_id: other.pages.root });
    await owner.client.callOk(page.delete, { page_id: pages.api });
    await backdate(pages.api, '30 days 1 minute');
    for (const page_id of [pages.root, other.pages.root, pages.api, 999_999_999]) {
      const refused = await owner.client.call(recycle.recover, { item_id, page_id });
      expect(refused.error_code).toBe(10101);
    }
    const theirs = await other.owner.client.callOk(recycle.getList, { item_id: other.item_id });
    expect(theirs).toHaveLength(1);
  });

  it('is rejected in an archived item', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    await owner.client.callOk(page.delete, { page_id: pages.root });
    await archiveItem(site, item_id);
    const refused = await owner.client.call(recycle.recover, { item_id, page_id: pages.root });
    expect(refused.error_code).toBe(10605);
  });
});

describe('the purge', () => {
  it('deletes a page with its texts and history after 30 days, not a minute earlier', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const [young, old] = [pages.root, pages.api];
    for (const page_id of [young, old]) {
      await owner.client.callOk(page.save, { page_id, page_content: 'second' });
      await owner.client.callOk(page.delete, { page_id });
    }
    await backdate(young, '29 days 23 hours 59 minutes');
    await backdate(old, '30 days 1 minute');
    await runPurge();
    for (const table of ['page', 'page_body', 'page_search', 'page_history']) {
      expect([table, await count(table, young)]).toEqual([table, 1]);
      expect([table, await count(table, old)]).toEqual([table, 0]);
    }
    const list = await owner.client.callOk(recycle.getList, { item_id });
    expect(list.map((row) => row.page_id)).toEqual([young]);
    await owner.client.callOk(recycle.recover, { item_id, page_id: young });
  });

  it('uses the clock of the database, not that of the application', async () => {
    const { owner, pages } = await makeItemTree(site);
    await owner.client.callOk(page.delete, { page_id: pages.root });
    site.advanceTime(31 * 24 * 3600 * 1000);
    await runPurge();
    site.advanceTime(-31 * 24 * 3600 * 1000);
    expect(await count('page', pages.root)).toBe(1);
  });

  it('deletes an expired item with any number of pages, and no other item', async () => {
    const dead = await makeItemTree(site);
    const living = await makeItemTree(site);
    const first = await makePage(site, dead.item_id, { count: 1200 });
    await site.database.query(
      `update item set del_time = now() - interval '30 days 1 minute' where item_id = $1`,
      [dead.item_id],
    );
    await runPurge();
    for (const table of ['item', 'page', 'catalog', 'page_body', 'page_search']) {
      const sql = `select from ${table} where item_id = $1`;
      expect(await site.database.query(sql, [dead.item_id])).toEqual([]);
      expect(await site.database.query(sql, [living.item_id])).not.toEqual([]);
    }
    expect(await count('page', first)).toBe(0);
  });

  it('deletes stored responses of saves after a day', async () => {
    const { uid } = await makeLoggedInUser(site);
    await site.database.query(
      `insert into page_request (uid, request_id, page_id, version, addtime) values
         ($1, gen_random_uuid(), 1, 1, now() - interval '23 hours'),
         ($1, gen_random_uuid(), 1, 1, now() - interval '25 hours')`,
      [uid],
    );
    await runPurge();
    const kept = await site.database.query('select from page_request where uid = $1', [uid]);
    expect(kept).toHaveLength(1);
  });

  it('does nothing to an item deleted yesterday', async () => {
    const item_id = await makeItem(site);
    await site.database.query(
      `update item set del_time = now() - interval '1 day' where item_id = $1`,
      [item_id],
    );
    await runPurge();
    const kept = await site.database.query('select from item where item_id = $1', [item_id]);
    expect(kept).toHaveLength(1);
  });
});

describe('the days in the recycle bin', () => {
  const setDays = async (recycle_days: number) => {
    await settingRepository(site.deps.db).save({ recycle_days });
    publishSettingsChange(site.deps.bus);
  };
  afterEach(() => setDays(30));

  async function deletedPage(age: string) {
    const tree = await makeItemTree(site);
    await tree.owner.client.callOk(page.delete, { page_id: tree.pages.root });
    await backdate(tree.pages.root, age);
    const { item_id, pages } = tree;
    const list = () => tree.owner.client.callOk(recycle.getList, { item_id });
    const recover = () => tree.owner.client.call(recycle.recover, { item_id, page_id: pages.root });
    return { page_id: pages.root, list, recover };
  }

  it('apply at once when they are shortened, and the purge follows', async () => {
    const { page_id, list, recover } = await deletedPage('7 days 1 minute');
    expect(await list()).toMatchObject([{ days_left: 23 }]);
    await setDays(7);
    expect(await list()).toEqual([]);
    expect((await recover()).error_code).toBe(10101);
    await setDays(8);
    expect(await list()).toMatchObject([{ days_left: 1 }]);
    await setDays(7);
    await runPurge();
    expect(await count('page', page_id)).toBe(0);
    const entries = await site.database.query<{ facts: object; username: string }>(
      `select facts, username from audit_log where action = 'retention.recycleBin'
       order by audit_id desc limit 1`,
    );
    expect(entries).toMatchObject([{ username: '', facts: { days: 7 } }]);
  });

  it('leave an audit entry of what a run has deleted before it was cut off', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const [item_id, gone] = [await makeItem(own), await makeItem(own)];
    await makePage(own, item_id, { count: 700 });
    await makePage(own, gone, { count: 400 });
    await own.database.query(
      `update page set del_time = now() - interval '40 days' where item_id = $1`,
      [item_id],
    );
    await own.database.query(
      `update item set del_time = now() - interval '40 days' where item_id = $1`,
      [gone],
    );
    await own.database.query(`
      create function cut_off() returns trigger language plpgsql as $$
        begin
          if (select count(*) from page) < 700 then raise 'cut off'; end if;
          return null;
        end $$;
      create trigger cut_off before delete on page for each statement execute function cut_off()`);
    const run = () => purgeJobs[0]?.run(testJobContext(own) as JobContext, {});
    const state = async () => {
      const [row] = await own.database.query(
        `select (select count(*)::int from page) as pages, (select count(*)::int from item) as items,
           (select jsonb_agg(facts order by audit_id) from audit_log
             where action = 'retention.recycleBin') as entries`,
      );
      return row;
    };
    await expect(run()).rejects.toThrow('cut off');
    const first = { days: 30, count: 500, items: 0 };
    expect(await state()).toEqual({ pages: 600, items: 2, entries: [first] });
    await own.database.query('drop trigger cut_off on page');
    await run();
    const entries = [first, first, { days: 30, count: 100, items: 1 }];
    expect(await state()).toEqual({ pages: 0, items: 1, entries });
  });

  it('may be none: deleted pages and items are kept for ever', async () => {
    const { page_id, list, recover } = await deletedPage('4000 days');
    const item_id = await makeItem(site);
    await site.database.query(
      `update item set del_time = now() - interval '4000 days' where item_id = $1`,
      [item_id],
    );
    await setDays(0);
    await runPurge();
    expect(await count('page', page_id)).toBe(1);
    expect(
      await site.database.query('select from item where item_id = $1', [item_id]),
    ).toHaveLength(1);
    expect(await list()).toMatchObject([{ days_left: null }]);
    expect((await recover()).error_code).toBe(0);
  });

  it('are previewed with the pages and items that are deleted', async () => {
    const own = await openIsolatedSite();
    const { client } = await makeLoggedInUser(own, { admin: true });
    const item_id = await makeItem(own);
    await makePage(own, item_id, { count: 5 });
    const gone = await makeItem(own);
    await makePage(own, gone, { count: 3 });
    await own.database.query(
      `update page set del_time = now() - interval '10 days' where item_id = $1`,
      [item_id],
    );
    await own.database.query(
      `update item set del_time = now() - interval '10 days' where item_id = $1`,
      [gone],
    );
    const preview = (recycle_days: number) =>
      client.callOk(calls.adminSecurity.preview, { recycle_days });
    expect(await preview(9)).toMatchObject({ recycled_pages: 5, recycled_items: 1 });
    for (const days of [11, 60, 0])
      expect(await preview(days)).toMatchObject({ recycled_pages: 0, recycled_items: 0 });
  });
});
