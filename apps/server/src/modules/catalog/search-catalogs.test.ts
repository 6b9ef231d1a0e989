import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  addTeamMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { search } = calls.catalog;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

type User = Awaited<ReturnType<typeof makeLoggedInUser>>;

const findNames = async ({ client }: User, keyword: string) =>
  (await client.callOk(search, { keyword })).map((row) => row.cat_name);

describe('catalog/search', () => {
  it('returns item, path and level of the catalogs whose name contains the keyword', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    expect(await owner.client.callOk(search, { keyword: 'LIN' })).toEqual([
      {
        item_id,
        item_name: 'Harbor API',
        cat_id: catalogs.linux.cat_id,
        cat_name: 'Guides / Install / Linux',
        level: 3,
      },
    ]);
    expect(await findNames(owner, 'guides')).toEqual(['Guides']);
    expect(await findNames(owner, 'nothing')).toEqual([]);
    expect(await findNames(owner, '')).toHaveLength(5);
  });

  it('finds Chinese names and takes wildcards literally', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    for (const cat_name of ['订单接口', '100% Öl', 'a_b', 'axb', 'back\\slash'])
      await makeCatalog(site, item_id, { cat_name });
    expect(await findNames(owner, '单接')).toEqual(['订单接口']);
    expect(await findNames(owner, '%')).toEqual(['100% Öl']);
    expect(await findNames(owner, 'öl')).toEqual(['100% Öl']);
    expect(await findNames(owner, 'A_B')).toEqual(['a_b']);
    expect(await findNames(owner, '\\')).toEqual(['back\\slash']);
  });

  it('covers only what the caller may edit', async () => {
    const cat_name = 'Quay';
    const user = await makeLoggedInUser(site);
    const makeTarget = async (item: Parameters<typeof makeItem>[1] = {}) => {
      const item_id = await makeItem(site, item);
      const granted = await makeCatalog(site, item_id, { cat_name: 'Quay granted' });
      const inside = await makeCatalog(site, item_id, { cat_name, parent: granted });
      const outside = await makeCatalog(site, item_id, { cat_name: 'Quay outside' });
      return { item_id, granted, inside, outside };
    };
    const own = await makeTarget({ owner: user });
    const member = await makeTarget();
    await addMember(site, member.item_id, user, { edit: true });
    const limited = await makeTarget();
    await addMember(site, limited.item_id, user, { edit: true, catalog: limited.granted });
    const team = await makeTarget();
    await addTeamMember(site, team.item_id, user, { edit: true, catalog: team.granted });
    const reader = await makeTarget();
    await addMember(site, reader.item_id, user);
    await makeTarget();
    const archived = await makeTarget({ owner: user });
    await archiveItem(site, archived.item_id);
    await makeTarget({ owner: user, item_type: 3 });
    await makeTarget({ owner: user, item_type: 2 });
    const deleted = await makeTarget({ owner: user });
    await site.database.query('update item set del_time = now() where item_id = $1', [
      deleted.item_id,
    ]);
    const found = await user.client.callOk(search, { keyword: 'quay' });
    const expected = [own, member].flatMap(({ granted, inside, outside }) => [
      granted,
      inside,
      outside,
    ]);
    for (const { granted, inside } of [limited, team]) expected.push(granted, inside);
    const ids = (rows: readonly { cat_id: number }[]) =>
      rows.map((row) => row.cat_id).toSorted((x, y) => x - y);
    expect(ids(found)).toEqual(ids(expected));
    expect(found.find((row) => row.cat_id === limited.inside.cat_id)?.cat_name).toBe(
      'Quay granted / Quay',
    );
  });

  it('does not follow a catalog that has moved to another item of the caller', async () => {
    const user = await makeLoggedInUser(site);
    const owner = await makeLoggedInUser(site);
    const [here, there] = [await makeItem(site, { owner }), await makeItem(site, { owner })];
    const moved = await makeCatalog(site, here, { cat_name: 'Berth moved' });
    await makeCatalog(site, here, { cat_name: 'Berth inside', parent: moved });
    const granted = await makeCatalog(site, there, { cat_name: 'Berth granted' });
    await addMember(site, here, user, { edit: true, catalog: moved });
    await addMember(site, there, user, { edit: true, catalog: granted });
    expect(await findNames(user, 'berth')).toHaveLength(3);
    await owner.client.callOk(calls.catalog.move, {
      item_id: here,
      cat_ids: [moved.cat_id],
      to_item_id: there,
    });
    expect(await findNames(user, 'berth')).toEqual(['Berth granted']);
  });

  it('returns at most 50, those that begin with the keyword first', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await site.database.query(
      `insert into catalog (item_id, cat_name, level, top_cat_id)
       select $1, 'The pier ' || n, 1, 0 from generate_series(1, 60) n`,
      [item_id],
    );
    await makeCatalog(site, item_id, { cat_name: 'Pier' });
    const names = await findNames(owner, 'pier');
    expect(names).toHaveLength(50);
    expect(names[0]).toBe('Pier');
  });

  it('needs two statements for a member of 2,000 items', async () => {
    const user = await makeLoggedInUser(site);
    await site.database.query(
      `with made as (
         insert into item (item_name, uid) select 'Item ' || n, $1 from generate_series(1, 2000) n
         returning item_id
       ), many as (
         insert into item_member (item_id, uid, member_group_id)
         select item_id, $2, 1 from made
       )
       insert into catalog (item_id, cat_name, level, top_cat_id)
       select item_id, 'Catalog ' || n, 1, 0 from made, generate_series(1, 20) n`,
      [(await makeLoggedInUser(site)).uid, user.uid],
    );
    await site.database.query('analyze item, item_member, catalog');
    const begun = performance.now();
    expect(await findNames(user, 'catalog 17')).toHaveLength(50);
    const ms = Math.round(performance.now() - begun);
    console.log(`a search for catalogs in 2,000 items with 40,000 catalogs took ${ms} ms`);
    expect(await countQueries(site, () => findNames(user, 'catalog 17'))).toBe(2);
  });
});
