import { calls } from '@octavo/contract';
import { MAX_FAVOURITES } from '@octavo/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addTeamMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { favourite } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const SECRET = { password_hash: 'set' };

const namesOf = async (client: TestClient) =>
  (await client.callOk(favourite.list, {})).map((entry) => entry.page_title || entry.item_name);

const star = (client: TestClient, target: { page_id?: number; item_id?: number }) =>
  client.callOk(favourite.add, target);

describe('favourites', () => {
  it('are items and pages in the order of their user', async () => {
    const owner = await makeLoggedInUser(site);
    const { client } = owner;
    const item_id = await makeItem(site, { owner, item_name: 'Payments' });
    const page_id = await makePage(site, item_id, { page_title: 'Refunds' });
    const other = await makePage(site, item_id, { page_title: 'Fees' });
    await star(client, { page_id });
    await star(client, { item_id });
    await star(client, { page_id: other });
    // A second star of the same page changes nothing.
    await star(client, { page_id });
    expect(await client.callOk(favourite.list, {})).toMatchObject([
      { item_id, item_name: 'Payments', page_id, page_title: 'Refunds', page_type: 0, method: '' },
      { item_id, item_name: 'Payments', page_id: 0, page_title: '', item_type: 1 },
      { page_id: other },
    ]);
    await client.callOk(favourite.sort, { favourites: [{ page_id: other }, { item_id }] });
    expect(await namesOf(client)).toEqual(['Fees', 'Payments', 'Refunds']);
    await client.callOk(favourite.delete, { item_id });
    expect(await namesOf(client)).toEqual(['Fees', 'Refunds']);
    await client.callOk(favourite.delete, { item_id });
  });

  it('of other users are neither seen nor sorted nor removed', async () => {
    const [owner, stranger] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const item_id = await makeItem(site, { owner, item_name: 'Payments' });
    const page_id = await makePage(site, item_id, { page_title: 'Refunds' });
    await star(owner.client, { item_id });
    await star(owner.client, { page_id });
    expect(await namesOf(stranger.client)).toEqual([]);
    await stranger.client.callOk(favourite.delete, { page_id });
    await stranger.client.callOk(favourite.sort, { favourites: [{ page_id }, { item_id }] });
    expect(await namesOf(owner.client)).toEqual(['Payments', 'Refunds']);
  });

  it('need a login, and a right to view', async () => {
    const item_id = await makeItem(site);
    const secret = await makeItem(site, SECRET);
    const hidden = await makePage(site, secret);
    const { client } = await makeLoggedInUser(site);
    expect((await makeVisitor(site).call(favourite.add, { item_id })).error_code).toBe(10102);
    for (const target of [{ item_id: secret }, { page_id: hidden }])
      expect((await client.call(favourite.add, target)).error_code).toBe(10307);
    expect((await client.call(favourite.add, {})).error_code).toBe(10101);
  });

  it('are at most 200 for a user', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const first = await makePage(site, item_id, { count: MAX_FAVOURITES });
    await site.database.query(
      `insert into favourite (uid, page_id, s_number)
       select $1, page_id, page_id - $3 from page where item_id = $2`,
      [owner.uid, item_id, first],
    );
    expect((await owner.client.call(favourite.add, { item_id })).error_code).toBe(10608);
    // One that exists is not rejected.
    await star(owner.client, { page_id: first });
    await owner.client.callOk(favourite.delete, { page_id: first });
    await star(owner.client, { item_id });
    expect(await namesOf(owner.client)).toHaveLength(MAX_FAVOURITES);
  });
});

describe('a favourite is not listed', () => {
  async function setUp() {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_name: 'Secret item', ...SECRET });
    const catalog = await makeCatalog(site, item_id);
    const page_id = await makePage(site, item_id, { page_title: 'Secret page', catalog });
    return { owner, item_id, catalog, page_id };
  }

  it('to a removed member, nor is its title, and is there again with the right', async () => {
    const { owner, item_id, page_id } = await setUp();
    const member = await makeMember(site, item_id);
    await star(member.client, { item_id });
    await star(member.client, { page_id });
    expect(await namesOf(member.client)).toEqual(['Secret item', 'Secret page']);
    const [row] = await owner.client.callOk(calls.member.getList, { item_id });
    const item_member_id = row?.item_member_id ?? 0;
    await owner.client.callOk(calls.member.delete, { item_id, item_member_id });
    const answer = await member.client.call(favourite.list, {});
    expect(JSON.stringify(answer)).not.toContain('Secret');
    await owner.client.callOk(calls.member.save, { item_id, username: member.username });
    expect(await namesOf(member.client)).toEqual(['Secret item', 'Secret page']);
  });

  it('to a member whose team was unlinked', async () => {
    const { item_id, page_id } = await setUp();
    const member = await makeLoggedInUser(site);
    const { team_item_id } = await addTeamMember(site, item_id, member);
    await star(member.client, { page_id });
    expect(await namesOf(member.client)).toEqual(['Secret page']);
    await site.database.query('delete from team_item where id = $1', [team_item_id]);
    expect(await namesOf(member.client)).toEqual([]);
  });

  it('to a member of one catalog after the page moved to another, but the item is', async () => {
    const { owner, item_id, catalog, page_id } = await setUp();
    const member = await makeMember(site, item_id, { catalog });
    await star(member.client, { item_id });
    await star(member.client, { page_id });
    const other = await makeCatalog(site, item_id, { cat_name: 'Other' });
    await owner.client.callOk(calls.page.move, {
      item_id,
      page_ids: [page_id],
      cat_id: other.cat_id,
    });
    expect(await namesOf(member.client)).toEqual(['Secret item']);
    expect(await namesOf(owner.client)).toEqual([]);
  });

  it('if its page is in the recycle bin or its item was deleted', async () => {
    const { owner, item_id, page_id } = await setUp();
    await star(owner.client, { page_id });
    await star(owner.client, { item_id });
    await owner.client.callOk(calls.page.delete, { page_id });
    expect(await namesOf(owner.client)).toEqual(['Secret item']);
    await site.database.query('update item set del_time = now() where item_id = $1', [item_id]);
    expect(await namesOf(owner.client)).toEqual([]);
  });
});

it('a favourite stays when its page moves to another item or its item is archived', async () => {
  const owner = await makeLoggedInUser(site);
  const [item_id, to_item_id] = [
    await makeItem(site, { owner, item_name: 'From' }),
    await makeItem(site, { owner, item_name: 'To' }),
  ];
  const page_id = await makePage(site, item_id, { page_title: 'Refunds', author: owner });
  await star(owner.client, { page_id });
  await owner.client.callOk(calls.page.move, { item_id, page_ids: [page_id], to_item_id });
  await archiveItem(site, to_item_id);
  expect(await owner.client.callOk(favourite.list, {})).toMatchObject([
    { page_id, item_id: to_item_id, item_name: 'To' },
  ]);
});

it('a favourite of a visit-password item is listed in a browser with the pass only', async () => {
  const owner = await makeLoggedInUser(site);
  const { item_id } = await owner.client.callOk(calls.item.add, {
    item_name: 'Partners',
    item_type: 1,
    password: 'open sesame 9',
  });
  const visitor = await makeLoggedInUser(site);
  await visitor.client.callOk(calls.item.pwd, { item_id, password: 'open sesame 9' });
  await star(visitor.client, { item_id });
  expect(await namesOf(visitor.client)).toEqual(['Partners']);
  for (const name of visitor.client.cookies.keys())
    if (/pass|visit/i.test(name)) visitor.client.cookies.delete(name);
  expect(await namesOf(visitor.client)).toEqual([]);
});

it('favourites end with their account, item or page', async () => {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const page_id = await makePage(site, item_id);
  const other = await makeLoggedInUser(site);
  for (const { client } of [owner, other]) {
    await star(client, { item_id });
    await star(client, { page_id });
  }
  const count = async () => {
    const [row] = await site.database.query<{ n: number }>(
      'select count(*)::int as n from favourite where uid in ($1, $2)',
      [owner.uid, other.uid],
    );
    return row?.n;
  };
  await site.database.query('delete from "user" where uid = $1', [other.uid]);
  expect(await count()).toBe(2);
  await site.database.query('delete from page where page_id = $1', [page_id]);
  expect(await count()).toBe(1);
  await site.database.query('delete from item where item_id = $1', [item_id]);
  expect(await count()).toBe(0);
});
