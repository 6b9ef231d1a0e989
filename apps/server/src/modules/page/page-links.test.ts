import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  makeCatalog,
  makeItem,
  makeItemTree,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { pageLinkJobs } from './page-link.jobs.ts';

const { page, catalog } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

async function linksOf(pageId: number) {
  const rows = await site.database.query<{ target_page_id: string; item_id: string }>(
    'select target_page_id, item_id from page_link where page_id = $1 order by target_page_id',
    [pageId],
  );
  return rows.map(({ target_page_id, item_id }) => [Number(target_page_id), Number(item_id)]);
}

async function backlinkIds(
  client: Awaited<ReturnType<typeof makeLoggedInUser>>['client'],
  id: number,
) {
  const { total, pages } = await client.callOk(page.backlinks, { page_id: id });
  expect(pages).toHaveLength(total);
  return pages.map(({ page_id }) => page_id);
}

describe('the links of a page', () => {
  it('are those of its current text', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { client } = owner;
    const save = (page_content: string) =>
      client.callOk(page.save, { page_id: pages.root, page_content });
    await save(
      `[a](/page/${pages.api}) [b](/${item_id}/${pages.guides}) [me](/page/${pages.root})`,
    );
    expect(await linksOf(pages.root)).toEqual([
      [pages.guides, item_id],
      [pages.api, item_id],
    ]);
    await save(`[a](/page/${pages.api}#fields) [c](/page/${pages.orders})`);
    expect(await linksOf(pages.root)).toEqual([
      [pages.api, item_id],
      [pages.orders, item_id],
    ]);
    await client.callOk(page.save, { page_id: pages.root, page_title: 'Renamed' });
    expect(await linksOf(pages.root)).toHaveLength(2);
    await save('none');
    expect(await linksOf(pages.root)).toEqual([]);
  });

  it('by the URL of an item count only for a page of that item', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const other = await makeItemTree(site);
    const { page_id } = await owner.client.callOk(page.save, {
      item_id,
      page_title: 'New',
      page_content: `[a](/users/${pages.api}) [b](/${other.item_id}/${pages.api}) [c](/${item_id}/${pages.api})
        [d](/${item_id}/${other.pages.api})`,
    });
    expect(await linksOf(page_id)).toEqual([[pages.api, item_id]]);
  });

  it('are written by scripts, copied with a catalog, and move with it to another item', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { client } = owner;
    const to_item_id = await makeItem(site, { owner });
    const { api_key, api_token } = await client.callOk(calls.item.getKey, { item_id });
    await client.callOk(calls.open.updateItem, {
      api_key,
      api_token,
      cat_name: 'API',
      page_title: 'API page',
      page_content: `[root](/page/${pages.root})`,
    });
    expect(await linksOf(pages.api)).toEqual([[pages.root, item_id]]);
    await client.callOk(catalog.copy, { cat_id: catalogs.api.cat_id, to_item_id });
    const copied = await backlinkIds(client, pages.root);
    expect(copied).toHaveLength(2);
    const copy = copied.find((id) => id !== pages.api) ?? 0;
    expect(await linksOf(copy)).toEqual([[pages.root, to_item_id]]);
    await client.callOk(catalog.copy, { cat_id: catalogs.api.cat_id, to_item_id, is_del: true });
    expect(await linksOf(pages.api)).toEqual([[pages.root, to_item_id]]);
  });
});

describe('backlinks', () => {
  it('have title, method, item and path, newest first', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { client } = owner;
    const link = `[root](/page/${pages.root})`;
    await client.callOk(page.save, { page_id: pages.linux, page_content: link });
    await client.callOk(page.save, {
      page_id: pages.orders,
      page_content: `**Method**\n\nPOST\n\n${link}`,
    });
    expect(await client.callOk(page.backlinks, { page_id: pages.root })).toEqual({
      total: 2,
      pages: [
        {
          page_id: pages.orders,
          page_title: 'Orders page',
          method: 'POST',
          page_type: 0,
          item_id,
          item_name: 'Harbor API',
          cat_path: 'API / Orders',
        },
        expect.objectContaining({ page_id: pages.linux, cat_path: 'Guides / Install / Linux' }),
      ],
    });
  });

  it('return with a restored page, whether it is the source or the target', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { client } = owner;
    await client.callOk(page.save, {
      page_id: pages.api,
      page_content: `[root](/page/${pages.root})`,
    });
    await client.callOk(page.delete, { page_id: pages.api });
    expect(await backlinkIds(client, pages.root)).toEqual([]);
    await client.callOk(calls.recycle.recover, { item_id, page_id: pages.api });
    expect(await backlinkIds(client, pages.root)).toEqual([pages.api]);
    await client.callOk(page.delete, { page_id: pages.root });
    await client.callOk(calls.recycle.recover, { item_id, page_id: pages.root });
    expect(await backlinkIds(client, pages.root)).toEqual([pages.api]);
    await site.database.query('delete from page where page_id = $1', [pages.api]);
    expect(await linksOf(pages.api)).toEqual([]);
  });

  it('are only those that the caller may view, and only those are counted', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const link = `[root](/page/${pages.orders})`;
    const inItem = async (password_hash?: string) => {
      const other = await makeLoggedInUser(site);
      const id = await makeItem(site, { owner: other, ...(password_hash && { password_hash }) });
      const cat = await makeCatalog(site, id);
      const saved = await other.client.callOk(page.save, {
        item_id: id,
        cat_id: cat.cat_id,
        page_title: 'Hidden',
        page_content: link,
      });
      return { id, cat, owner: other, page_id: saved.page_id };
    };
    const [open, closed, scoped] = [await inItem(), await inItem('x'), await inItem('x')];
    await owner.client.callOk(page.save, { page_id: pages.guides, page_content: link });
    const member = await makeMember(site, item_id, { catalog: catalogs.api });
    const elsewhere = await makeCatalog(site, closed.id, { cat_name: 'Elsewhere' });
    await addMember(site, closed.id, member, { catalog: elsewhere });
    await addMember(site, scoped.id, member, { catalog: scoped.cat });
    expect(await backlinkIds(makeVisitor(site), pages.orders)).toEqual([
      pages.guides,
      open.page_id,
    ]);
    expect(await backlinkIds(closed.owner.client, pages.orders)).toEqual([
      pages.guides,
      closed.page_id,
      open.page_id,
    ]);
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    site.deps.bus.publish('item', String(item_id));
    expect(await backlinkIds(member.client, pages.orders)).toEqual([scoped.page_id, open.page_id]);
    expect(
      (await makeVisitor(site).call(page.backlinks, { page_id: pages.orders })).error_code,
    ).toBe(10307);
    await site.database.query('update item set del_time = now() where item_id = $1', [open.id]);
    site.deps.bus.publish('item', String(open.id));
    expect(await backlinkIds(member.client, pages.orders)).toEqual([scoped.page_id]);
  });
});

describe('a link to a deleted page', () => {
  it('is marked if the page is in the recycle bin of the same item', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { client } = owner;
    const other = await makeItemTree(site);
    await client.callOk(page.save, {
      page_id: pages.root,
      page_content: `[a](/page/${pages.api}#x) [b](/${item_id}/${pages.api}) [c](/page/${pages.guides})
        [d](/page/${other.pages.api}) [e](/page/999999999)`,
    });
    const shared = { page_id: pages.root, isCreateSiglePage: true };
    const { unique_key } = await client.callOk(page.createSinglePage, shared);
    const markedLinks = async () => {
      // Responses of page/info are cached below a second.
      site.deps.bus.publish('page', String(pages.root));
      const countFor = async (who: typeof client) => {
        const info = await who.callOk(page.info, { page_id: pages.root, with_html: true });
        return info.html?.match(/<a data-deleted /g)?.length;
      };
      const links = (await countFor(client)) ?? 0;
      expect((await countFor(makeVisitor(site))) ?? 0).toBe(links);
      return links;
    };
    expect(await markedLinks()).toBe(0);
    await other.owner.client.callOk(page.delete, { page_id: other.pages.api });
    expect(await markedLinks()).toBe(0);
    await client.callOk(page.delete, { page_id: pages.api });
    expect(await markedLinks()).toBe(2);
    const byKey = await makeVisitor(site).callOk(page.infoByKey, { unique_key, with_html: true });
    expect(byKey.html).not.toContain('data-deleted');
    await client.callOk(calls.recycle.recover, { item_id, page_id: pages.api });
    expect(await markedLinks()).toBe(0);
  });
});

describe('the pages that were saved before', () => {
  it('get their links from a job that continues after an interruption', async () => {
    const { item_id, pages } = await makeItemTree(site);
    const text = `[root](/page/${pages.root}) [guides](/${item_id}/${pages.guides})`;
    const first = await makePage(site, item_id, { page_content: text, count: 120 });
    const later = await makePage(site, item_id, { page_content: text });
    const context = { db: site.deps.db, config: site.deps.config } as JobContext;
    const run = () => pageLinkJobs[0]?.run(context, {});
    const setState = (after: number, age: string) =>
      site.database.query(
        `insert into setting (name, value) values ('page_link_backfill',
           jsonb_build_object('after', $1::bigint, 'since', now() - $2::interval))
         on conflict (name) do update set value = excluded.value`,
        [after, age],
      );
    const findState = () =>
      site.database.query(`select value from setting where name = 'page_link_backfill'`);
    await setState(first + 99, '0 seconds');
    await run();
    expect(await linksOf(first)).toEqual([]);
    expect(await linksOf(first + 100)).toHaveLength(2);
    expect(await linksOf(later)).toHaveLength(2);
    expect(await findState()).toMatchObject([{ value: { after: later } }]);
    // A process of the former release saves the page without its links.
    await site.database.query('delete from page_link where page_id = $1', [later]);
    await setState(later, '2 hours');
    await run();
    expect(await linksOf(later)).toHaveLength(2);
    expect(await findState()).toEqual([]);
    await run();
  });
});

describe('the permanent URL of a page', () => {
  it('leads to the page in its item, also after a move, for everyone who may read it', async () => {
    const { owner, catalogs, pages } = await makeItemTree(site);
    const { client } = owner;
    const locationFor = async (who: typeof client) => {
      const { statusCode, headers } = await who.request({
        method: 'GET',
        url: `/page/${pages.api}`,
      });
      return [statusCode, headers['location']];
    };
    const to_item_id = await makeItem(site, { owner });
    await client.callOk(calls.item.update, { item_id: to_item_id, item_domain: `d${to_item_id}` });
    await client.callOk(catalog.copy, { cat_id: catalogs.api.cat_id, to_item_id, is_del: true });
    for (const who of [client, makeVisitor(site)])
      expect(await locationFor(who)).toEqual([302, `/d${to_item_id}/${pages.api}`]);
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [
      to_item_id,
    ]);
    site.deps.bus.publish('item', String(to_item_id));
    expect((await locationFor(makeVisitor(site)))[1]).toContain('/item/password/');
    await client.callOk(page.delete, { page_id: pages.api });
    expect(await locationFor(client)).toEqual([404, undefined]);
  });
});

it('the headings of a page have the ids of its HTML', async () => {
  const { owner, pages } = await makeItemTree(site);
  const { client } = owner;
  await client.callOk(page.save, {
    page_id: pages.api,
    page_content: '# Fields\n\n## 返回参数\n\n## Fields\n\n```\n# no heading\n```',
  });
  const headings = await client.callOk(page.headings, { page_id: pages.api });
  expect(headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Fields'],
    [2, '返回参数'],
    [2, 'Fields'],
  ]);
  const { html = '' } = await client.callOk(page.info, { page_id: pages.api, with_html: true });
  for (const { id } of headings) expect(html).toContain(`id="${id}"`);
});
