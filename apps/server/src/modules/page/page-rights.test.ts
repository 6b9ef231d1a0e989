import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

/** Rights on pages that the matrix of calls and users does not cover: leaks, mismatched ids, share keys. */

const { page, recycle, item } = calls;
const MARKER = 'zanzibar';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** An item with users of every role, and a page with a version inside and outside the catalog that some are limited to. */
async function makeFixture() {
  const owner = await makeLoggedInUser(site);
  const formerOwner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner: formerOwner });
  await formerOwner.client.callOk(item.detail, { item_id });
  await site.database.query('update item set uid = $2 where item_id = $1', [item_id, owner.uid]);
  site.deps.bus.publish('item', String(item_id));
  const inside = await makeCatalog(site, item_id, { cat_name: 'Inside' });
  const outside = await makeCatalog(site, item_id, { cat_name: 'Outside' });
  const pageIn = async (catalog: typeof inside) => {
    const options = { catalog, author: owner, page_title: MARKER, page_content: MARKER };
    const page_id = await makePage(site, item_id, options);
    await owner.client.callOk(page.save, { page_id, page_content: `${MARKER} two` });
    const [version] = await owner.client.callOk(page.history, { page_id, content: false });
    return { page_id, catalog, page_history_id: version?.page_history_id ?? 0 };
  };
  const pages = { inside: await pageIn(inside), outside: await pageIn(outside) };
  const member = async (options: Parameters<typeof addMember>[3]) =>
    (await makeMember(site, item_id, options)).client;
  const people: Record<string, TestClient> = {
    visitor: makeVisitor(site),
    'visitor with pass': makeVisitor(site),
    stranger: (await makeLoggedInUser(site)).client,
    administrator: (await makeLoggedInUser(site, { admin: true })).client,
    'former owner': formerOwner.client,
    reader: await member({}),
    'limited reader': await member({ catalog: inside }),
    editor: await member({ edit: true }),
    'limited editor': await member({ edit: true, catalog: inside }),
    owner: owner.client,
  };
  return { owner, item_id, pages, people };
}

type Fixture = Awaited<ReturnType<typeof makeFixture>>;
type Where = 'inside' | 'outside';

/** All requests on a page. A request that removes a page creates its own. */
const requests: Record<
  string,
  (fixture: Fixture, client: TestClient, where: Where) => Promise<{ error_code: number }>
> = {
  info: ({ pages }, client, where) => client.call(page.info, { page_id: pages[where].page_id }),
  save: ({ pages }, client, where) =>
    client.call(page.save, { page_id: pages[where].page_id, s_number: 99 }),
  new: ({ item_id, pages }, client, where) =>
    client.call(page.save, { item_id, cat_id: pages[where].catalog.cat_id }),
  sort: ({ item_id, pages }, client, where) =>
    client.call(page.sort, { item_id, pages: { [pages[where].page_id]: 99 } }),
  history: ({ pages }, client, where) =>
    client.call(page.history, { page_id: pages[where].page_id }),
  diff: ({ pages }, client, where) => client.call(page.diff, pages[where]),
  comment: ({ pages }, client, where) =>
    client.call(page.updateHistoryComments, { ...pages[where], page_comments: '' }),
  share: ({ pages }, client, where) =>
    client.call(page.createSinglePage, { page_id: pages[where].page_id, isCreateSiglePage: true }),
  cancel: ({ pages }, client, where) =>
    client.call(page.createSinglePage, { page_id: pages[where].page_id, isCreateSiglePage: false }),
  delete: async ({ item_id, pages, owner }, client, where) => {
    const { catalog } = pages[where];
    return client.call(page.delete, {
      page_id: await makePage(site, item_id, { catalog, author: owner }),
    });
  },
  bin: ({ item_id }, client) => client.call(recycle.getList, { item_id }),
  recover: async ({ item_id, owner }, client) => {
    const page_id = await makePage(site, item_id, { author: owner });
    await site.database.query('update page set del_time = now() where page_id = $1', [page_id]);
    return client.call(recycle.recover, { item_id, page_id });
  },
  search: ({ item_id }, client) => client.call(item.search, { item_id, keyword: MARKER }),
};

/** Changes the item directly in the database, invalidates its cache and renews the visit pass. */
async function changeItem({ item_id, people }: Fixture, sql: string): Promise<void> {
  await site.database.query(`update item set ${sql} where item_id = $1`, [item_id]);
  site.deps.bus.publish('item', String(item_id));
  const meta = await site.deps.itemMetaCache.get(item_id);
  const pass = { item_id, version: meta?.password_version, expires: Date.now() + 3_600_000 };
  people['visitor with pass']?.cookies.set(
    `octavo-visit-${item_id}`,
    site.deps.visitPassCipher.encrypt(JSON.stringify(pass)),
  );
}

async function makeFixtureWith(sql: string): Promise<Fixture> {
  const fixture = await makeFixture();
  await changeItem(fixture, sql);
  return fixture;
}

const PRIVATE = `password_hash = 'x'`;

describe('pages of an item', () => {
  it('in the recycle bin are not found by any user', async () => {
    const fixture = await makeFixture();
    for (const { page_id } of Object.values(fixture.pages))
      await fixture.owner.client.callOk(page.delete, { page_id });
    for (const client of Object.values(fixture.people))
      for (const name of [
        'info',
        'history',
        'diff',
        'sort',
        'save',
        'comment',
        'share',
        'cancel',
      ]) {
        const code = (await requests[name]?.(fixture, client, 'inside'))?.error_code;
        expect([10101, 10102, 10103]).toContain(code);
      }
    const found = await fixture.owner.client.callOk(item.search, {
      item_id: fixture.item_id,
      keyword: MARKER,
    });
    expect(found.pages).toEqual([]);
  });
});

describe('a member limited to a catalog', () => {
  it('gets no data from outside that catalog by any request', async () => {
    const fixture = await makeFixtureWith(PRIVATE);
    const { pages, people } = fixture;
    await fixture.owner.client.callOk(page.save, {
      page_id: pages.inside.page_id,
      page_title: 'plain',
      page_content: 'plain',
    });
    for (const name of ['limited reader', 'limited editor'])
      for (const [requestName, send] of Object.entries(requests)) {
        const answer = await send(fixture, people[name] as TestClient, 'outside');
        expect(JSON.stringify([requestName, answer])).not.toContain(MARKER);
        expect([requestName, answer.error_code === 0]).toEqual([
          requestName,
          requestName === 'search',
        ]);
      }
  });

  it('sees nothing after that catalog is deleted', async () => {
    const fixture = await makeFixtureWith(PRIVATE);
    const { item_id, owner, people, pages } = fixture;
    const { cat_id } = pages.inside.catalog;
    await owner.client.callOk(calls.catalog.delete, { item_id, cat_id });
    for (const name of ['limited reader', 'limited editor']) {
      const client = people[name] as TestClient;
      const answer = await client.call(item.search, { item_id, keyword: MARKER });
      expect(JSON.stringify(answer)).not.toContain(MARKER);
      for (const where of ['inside', 'outside'] as const)
        expect((await client.call(page.info, pages[where])).error_code).not.toBe(0);
    }
  });
});

describe('mismatched ids', () => {
  it('do not transfer rights from one item to another', async () => {
    const mine = await makeFixture();
    const theirs = await makeFixture();
    const { client } = mine.owner;
    const own = mine.pages.inside;
    const foreign = theirs.pages.inside;
    const pairs: Promise<{ error_code: number }>[] = [
      client.call(page.save, {
        item_id: mine.item_id,
        page_id: foreign.page_id,
        page_content: 'x',
      }),
      client.call(page.save, { item_id: theirs.item_id, page_id: own.page_id, page_content: 'x' }),
      client.call(page.save, { page_id: own.page_id, cat_id: foreign.catalog.cat_id }),
      client.call(page.sort, { item_id: mine.item_id, pages: { [foreign.page_id]: 1 } }),
      client.call(page.diff, { ...own, page_history_id: foreign.page_history_id }),
      client.call(page.diff, { ...foreign, page_history_id: own.page_history_id }),
      client.call(page.updateHistoryComments, {
        ...own,
        page_history_id: foreign.page_history_id,
        page_comments: 'x',
      }),
      client.call(recycle.recover, { item_id: mine.item_id, page_id: foreign.page_id }),
    ];
    const codes = (await Promise.all(pairs)).map((answer) => answer.error_code);
    expect(codes.filter((code) => code === 0)).toEqual([]);
  });
});

describe('a share key', () => {
  it.each([
    ['open', 'is_archived = 0', 0],
    ['private', PRIVATE, 0],
    ['archived', 'is_archived = 1', 0],
    ['read-only', 'item_type = 3', 0],
    ['deleted', 'del_time = now()', 10101],
  ])('opens only its own page in an item that is %s', async (_state, sql, code) => {
    const fixture = await makeFixture();
    const { page_id } = fixture.pages.inside;
    const { unique_key } = await fixture.owner.client.callOk(page.createSinglePage, {
      page_id,
      isCreateSiglePage: true,
    });
    await changeItem(fixture, sql);
    const guest = makeVisitor(site);
    expect((await guest.call(page.infoByKey, { unique_key })).error_code).toBe(code);
    // Another page id in the request has no effect.
    const other = { unique_key, page_id: fixture.pages.outside.page_id };
    const answer = await guest.call(page.infoByKey, other);
    expect(answer.data?.page_id ?? answer.error_code).toBe(code === 0 ? page_id : code);
  });
});
