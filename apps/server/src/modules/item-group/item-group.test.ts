import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('groups of items', () => {
  it('contain items and can be renamed, sorted and deleted', async () => {
    const owner = await makeLoggedInUser(site);
    const { client } = owner;
    const items = [await makeItem(site, { owner }), await makeItem(site, { owner })];
    const { id } = await client.callOk(calls.itemGroup.save, {
      group_name: 'Work',
      item_ids: String(items[0]),
    });
    const other = await client.callOk(calls.itemGroup.save, { group_name: 'Rest', item_ids: '' });
    expect(await client.callOk(calls.itemGroup.getList, {})).toEqual([
      { id, group_name: 'Work', item_ids: String(items[0]), s_number: 1 },
      { id: other.id, group_name: 'Rest', item_ids: '', s_number: 2 },
    ]);
    const mine = await client.callOk(calls.item.myList, { item_group_id: id });
    expect(mine.map((row) => row.item_id)).toEqual([items[0]]);
    await client.callOk(calls.itemGroup.saveSort, {
      groups: JSON.stringify([
        { id, s_number: 2 },
        { id: other.id, s_number: 1 },
      ]),
    });
    const names = (await client.callOk(calls.itemGroup.getList, {})).map(
      (group) => group.group_name,
    );
    expect(names).toEqual(['Rest', 'Work']);
    await client.callOk(calls.itemGroup.delete, { id });
    expect(await client.callOk(calls.itemGroup.getList, {})).toHaveLength(1);
    expect(await client.callOk(calls.item.myList, {})).toHaveLength(2);
  });

  it('keep the name or the items if the field is not sent', async () => {
    const owner = await makeLoggedInUser(site);
    const { client } = owner;
    const item_id = await makeItem(site, { owner });
    const { save, getList } = calls.itemGroup;
    const { id } = await client.callOk(save, { group_name: 'Work' });
    await client.callOk(save, { id, item_ids: String(item_id) });
    expect(await client.callOk(getList, {})).toMatchObject([
      { group_name: 'Work', item_ids: String(item_id) },
    ]);
    await client.callOk(save, { id, group_name: 'Docs' });
    expect(await client.callOk(getList, {})).toMatchObject([
      { group_name: 'Docs', item_ids: String(item_id) },
    ]);
    for (const incomplete of [{ id }, { item_ids: '' }, { id, group_name: '' }])
      expect((await client.call(save, incomplete)).error_code).toBe(10101);
    await client.callOk(save, { id, item_ids: '' });
    expect(await client.callOk(getList, {})).toMatchObject([{ group_name: 'Docs', item_ids: '' }]);
  });

  it('of other users cannot be read, changed, sorted or deleted', async () => {
    const owner = await makeLoggedInUser(site);
    const stranger = await makeLoggedInUser(site);
    const { id } = await owner.client.callOk(calls.itemGroup.save, {
      group_name: 'W',
      item_ids: '',
    });
    const attempts = [
      stranger.client.call(calls.itemGroup.save, { id, group_name: 'X', item_ids: '' }),
      stranger.client.call(calls.itemGroup.delete, { id }),
      stranger.client.call(calls.itemGroup.saveSort, { groups: [{ id, s_number: 1 }] }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer.error_code).toBe(10101);
    expect(await stranger.client.callOk(calls.item.myList, { item_group_id: id })).toEqual([]);
    expect((await makeVisitor(site).call(calls.itemGroup.getList, {})).error_code).toBe(10102);
  });
});
