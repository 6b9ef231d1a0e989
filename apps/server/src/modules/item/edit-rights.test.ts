import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  addTeamMember,
  archiveItem,
  makeItem,
  makeItemTree,
  makeMember,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

describe('item_edit of item/myList', () => {
  it('says whether the caller may edit the item or a part of it', async () => {
    const user = await makeLoggedInUser(site);
    const own = await makeItem(site, { owner: user, item_name: 'own' });
    const archived = await makeItem(site, { owner: user, item_name: 'archived' });
    await archiveItem(site, archived);
    const imported = await makeItem(site, { owner: user, item_type: 3 });
    const read = await makeItem(site);
    await addMember(site, read, user);
    const tree = await makeItemTree(site);
    await addMember(site, tree.item_id, user, { edit: true, catalog: tree.catalogs.guides });
    const team = await makeItem(site);
    await addTeamMember(site, team, user, { edit: true });
    const rows = await user.client.callOk(calls.item.myList, {});
    const edits = Object.fromEntries(rows.map((row) => [row.item_id, row.item_edit]));
    expect(edits).toEqual({
      [own]: 1,
      [archived]: 0,
      [imported]: 0,
      [read]: 0,
      [tree.item_id]: 1,
      [team]: 1,
    });
  });
});

describe('a right that is limited to a catalog which has left the item', () => {
  it('counts neither in item/myList nor in item/info', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const limited = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    const both = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    await addTeamMember(site, item_id, both, { edit: true, catalog: catalogs.api });
    await owner.client.callOk(calls.catalog.move, {
      item_id,
      cat_ids: [catalogs.guides.cat_id],
      to_item_id: await makeItem(site, { owner }),
    });
    const editOf = async ({ client }: typeof limited) => {
      const rows = await client.callOk(calls.item.myList, {});
      const { item_edit, edit_cat_ids } = await client.callOk(calls.item.info, { item_id });
      return [rows.map((row) => row.item_edit), item_edit, edit_cat_ids];
    };
    expect(await editOf(limited)).toEqual([[0], false, []]);
    expect(await editOf(both)).toEqual([[1], true, [catalogs.api.cat_id]]);
  });
});

describe('edit_cat_ids of item/info', () => {
  it('is present only for users whose right is limited to catalogs', async () => {
    const { item_id, owner, catalogs, pages } = await makeItemTree(site);
    const limited = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    await addTeamMember(site, item_id, limited, { edit: true, catalog: catalogs.api });
    const reader = await makeMember(site, item_id, { catalog: catalogs.guides });
    const editor = await makeMember(site, item_id, { edit: true });
    const stranger = await makeLoggedInUser(site);
    const visitor = makeVisitor(site);
    const expected = [catalogs.guides.cat_id, catalogs.api.cat_id];
    const others = [owner.client, reader.client, editor.client, stranger.client, visitor];
    // Twice, because responses and documents are cached after the first request.
    for (let round = 0; round < 2; round += 1)
      for (const menu of ['all', 'top'] as const) {
        const info = await limited.client.callOk(calls.item.info, { item_id, menu });
        expect(info.edit_cat_ids).toEqual(expected);
        for (const client of others)
          expect(await client.callOk(calls.item.info, { item_id, menu })).not.toHaveProperty(
            'edit_cat_ids',
          );
      }
    for (let round = 0; round < 2; round += 1)
      for (const url of [`/${item_id}`, `/${item_id}/${pages.linux}`]) {
        const own = await limited.client.request({ method: 'GET', url });
        expect(own.headers['cache-control']).toBe('private, no-cache');
        for (const client of others) {
          const { statusCode, body } = await client.request({ method: 'GET', url });
          expect([statusCode, body.includes('edit_cat_ids')]).toEqual([200, false]);
        }
      }
    await archiveItem(site, item_id);
    const frozen = await limited.client.callOk(calls.item.info, { item_id });
    expect(frozen).not.toHaveProperty('edit_cat_ids');
  });
});
