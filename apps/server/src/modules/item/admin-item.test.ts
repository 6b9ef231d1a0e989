import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeUser, uniqueName } from '../../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { getList, deleteItem, attorn, recoverItem } = calls.adminItem;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

const idsOf = (items: readonly { item_id: number }[]) => items.map(({ item_id }) => item_id);

describe('the list of items', () => {
  it('shows the properties of items, but no page content and no password', async () => {
    const owner = await makeLoggedInUser(site);
    const item_name = uniqueName('Harbor');
    const item_id = await makeItem(site, { owner, item_name, password_hash: 'argon2-of-visit' });
    await makePage(site, item_id);
    const { items, total } = await admin.client.callOk(getList, { item_name });
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        item_id,
        username: owner.username,
        is_private: 1,
        page_count: 1,
        member_num: 0,
        del_time: null,
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('argon2');
    expect((await admin.client.call(calls.item.info, { item_id })).error_code).toBe(10307);
  });

  it('counts members and members of linked teams, each once', async () => {
    const owner = await makeLoggedInUser(site);
    const item_name = uniqueName('Harbor');
    const item_id = await makeItem(site, { owner, item_name });
    const people = [await makeUser(site), await makeUser(site)];
    const { id: team_id } = await owner.client.callOk(calls.team.save, { team_name: 'Docks' });
    for (const { username } of people)
      await owner.client.callOk(calls.teamMember.save, { team_id, member_username: username });
    await owner.client.callOk(calls.teamItem.save, { team_id, item_id: String(item_id) });
    const [{ username } = { username: '' }] = people;
    await owner.client.callOk(calls.member.save, { item_id, username });
    const { items } = await admin.client.callOk(getList, { item_name });
    expect(items).toMatchObject([{ member_num: 2 }]);
  });

  it('searches by part of the name, by owner, and by both', async () => {
    const [one, two] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const mark = uniqueName('码头');
    const a = await makeItem(site, { owner: one, item_name: `${mark} API` });
    const b = await makeItem(site, { owner: two, item_name: `${mark} tables` });
    const c = await makeItem(site, { owner: two, item_name: 'Else' });
    const found = async (input: object) => idsOf((await admin.client.callOk(getList, input)).items);
    expect(await found({ item_name: mark })).toEqual([b, a]);
    expect(await found({ item_name: `${mark} aP` })).toEqual([a]);
    expect(await found({ username: two.username.toUpperCase() })).toEqual([c, b]);
    expect(await found({ username: two.username.slice(0, -1) })).toContain(c);
    expect(await found({ username: two.username, item_name: mark })).toEqual([b]);
    expect(await found({ username: 'no-such-name' })).toEqual([]);
  });

  it('counts active and deleted items separately', async () => {
    const item_id = await makeItem(site);
    const total = async (is_del: boolean) => (await admin.client.callOk(getList, { is_del })).total;
    const before = [await total(false), await total(true)];
    await admin.client.callOk(deleteItem, { item_id });
    expect([await total(false), await total(true)]).toEqual([before[0]! - 1, before[1]! + 1]);
    const { items } = await admin.client.callOk(getList, { is_del: true });
    expect(items[0]?.item_id).toBe(item_id);
    await site.database.query('delete from item where item_id = $1', [item_id]);
    expect(await total(true)).toBe(before[1]);
  });
});

describe('administrator actions on any item', () => {
  it('delete and recover it; a domain that another item took in the meantime is cleared', async () => {
    const owner = await makeLoggedInUser(site);
    const item_domain = uniqueName('dom');
    const { item_id } = await owner.client.callOk(calls.item.add, {
      item_name: 'Mine',
      item_domain,
    });
    await admin.client.callOk(deleteItem, { item_id });
    expect((await owner.client.call(calls.item.info, { item_id })).error_code).toBe(10101);
    expect((await admin.client.call(deleteItem, { item_id })).error_code).toBe(10101);
    await admin.client.callOk(calls.item.add, { item_name: 'Other', item_domain });
    expect(await admin.client.callOk(recoverItem, { item_id })).toEqual({
      item_id,
      item_domain: '',
    });
    await owner.client.callOk(calls.item.info, { item_id });
    expect((await admin.client.call(recoverItem, { item_id })).error_code).toBe(10101);
  });

  it('transfer it, even to oneself; the old owner loses all access', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, password_hash: 'private' });
    const { username } = admin;
    expect(
      (await admin.client.call(attorn, { item_id, username: 'unknown-user' })).error_code,
    ).toBe(10209);
    await admin.client.callOk(attorn, { item_id, username });
    await admin.client.callOk(calls.item.info, { item_id });
    expect((await owner.client.call(calls.item.info, { item_id })).error_code).toBe(10307);
    const { list } = await admin.client.callOk(calls.audit.getList, { action: 'adminItem.attorn' });
    expect(list[0]).toMatchObject({ item_id, subject: owner.username, facts: { username } });
  });
});
