import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  makeCatalog,
  makeItem,
  makeItemTree,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { suggest } = calls.page;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

type Client = Awaited<ReturnType<typeof makeLoggedInUser>>['client'];
const titles = async (client: Client, item_id: number, keyword = '') =>
  (await client.callOk(suggest, { item_id, keyword })).map((row) => row.page_title);

describe('suggested pages', () => {
  it('are those of the item, then those of other items, with the best titles first', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const other = await makeItem(site, { owner, item_name: 'Other item' });
    const add = (id: number, page_title: string, catalog = catalogs.orders) =>
      makePage(site, id, { page_title, ...(id === item_id && { catalog }) });
    await add(item_id, 'A refund in the middle');
    await add(item_id, 'Refund');
    await add(item_id, 'Refund an order');
    await add(other, 'REFUND elsewhere');
    await add(other, 'unrelated');
    expect(await titles(owner.client, item_id, 'refund')).toEqual([
      'Refund',
      'Refund an order',
      'A refund in the middle',
      'REFUND elsewhere',
    ]);
    const [first, , , last] = await owner.client.callOk(suggest, {
      item_id,
      keyword: 'ＲＥＦＵＮＤ',
    });
    expect(first).toMatchObject({
      item_name: 'Harbor API',
      cat_path: 'API / Orders',
      page_type: 0,
    });
    expect(last).toMatchObject({ item_id: other, item_name: 'Other item', cat_path: '' });
  });

  it('match one letter, one Chinese character and special characters literally', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    for (const page_title of ['创建订单', '100% done', 'x'])
      await makePage(site, item_id, { page_title });
    expect(await titles(owner.client, item_id, '订')).toEqual(['创建订单']);
    expect(await titles(owner.client, item_id, '%')).toEqual(['100% done']);
    expect(await titles(owner.client, item_id, 'x')).toEqual(['x']);
    expect(await titles(owner.client, item_id, 'absent')).toEqual([]);
  });

  it('are the newest pages of the item without a keyword, at most 20', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    await owner.client.callOk(calls.page.save, { page_id: pages.guides, page_content: 'newer' });
    expect((await titles(owner.client, item_id))[0]).toBe('Guides page');
    await makePage(site, item_id, { page_title: 'Many', count: 40 });
    expect(await titles(owner.client, item_id, 'many')).toHaveLength(20);
    expect(await titles(owner.client, item_id)).toHaveLength(20);
  });

  it('are only those that the caller may view', async () => {
    const { item_id, catalogs } = await makeItemTree(site);
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    site.deps.bus.publish('item', String(item_id));
    const stranger = await makeItem(site, { password_hash: 'x' });
    const scoped = await makeItem(site, { password_hash: 'x' });
    const [inside, outside] = [
      await makeCatalog(site, scoped),
      await makeCatalog(site, scoped, { cat_name: 'Outside' }),
    ];
    const member = await makeMember(site, item_id, { edit: true, catalog: catalogs.api });
    await site.database.query(
      'insert into item_member (item_id, uid, member_group_id, cat_id) values ($1, $2, 0, $3)',
      [scoped, member.uid, inside.cat_id],
    );
    await makePage(site, stranger, { page_title: 'Secret plan one' });
    await makePage(site, scoped, { page_title: 'Secret plan two', catalog: outside });
    await makePage(site, scoped, { page_title: 'Secret plan three', catalog: inside });
    await makePage(site, item_id, { page_title: 'Secret plan four', catalog: catalogs.guides });
    await makePage(site, item_id, { page_title: 'Secret plan five', catalog: catalogs.orders });
    expect(await titles(member.client, item_id, 'secret')).toEqual([
      'Secret plan five',
      'Secret plan three',
    ]);
    expect(await titles(member.client, item_id)).toEqual([
      'Secret plan five',
      'Orders page',
      'API page',
    ]);
  });
});
