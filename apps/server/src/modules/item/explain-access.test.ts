import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  addTeamMember,
  archiveItem,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { explainAccess } = calls.item;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function makePrivateTree() {
  const tree = await makeItemTree(site);
  const { item_id } = tree;
  await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
  site.deps.bus.publish('item', String(item_id));
  return tree;
}

describe('item/explainAccess', () => {
  it('lists every reason and the rights it gives on the page', async () => {
    const { owner, item_id, catalogs, pages } = await makePrivateTree();
    const person = await makeLoggedInUser(site, { name: 'Li Wei', admin: true });
    await addMember(site, item_id, person, { catalog: catalogs.guides });
    await addTeamMember(site, item_id, person, { edit: true, catalog: catalogs.api });
    const input = { item_id, username: person.username };
    const onGuides = await owner.client.callOk(explainAccess, { ...input, page_id: pages.linux });
    expect(onGuides).toEqual({
      username: person.username,
      name: 'Li Wei',
      can_view: true,
      can_edit: false,
      view: 'catalogs',
      edit: 'catalogs',
      reasons: [
        {
          because: 'member',
          team_name: '',
          is_exception: false,
          member_group_id: 0,
          cat_id: catalogs.guides.cat_id,
          cat_name: 'Guides',
          gives_view: true,
          gives_edit: false,
        },
        {
          because: 'team',
          team_name: 'Storefront squad',
          is_exception: true,
          member_group_id: 1,
          cat_id: catalogs.api.cat_id,
          cat_name: 'API',
          gives_view: false,
          gives_edit: false,
        },
      ],
      limits: [],
      is_private: 1,
      is_shared: 0,
      is_admin: 1,
    });
    const onOrders = await owner.client.callOk(explainAccess, { ...input, page_id: pages.orders });
    expect(onOrders).toMatchObject({ can_view: true, can_edit: true });
    const onRoot = await owner.client.callOk(explainAccess, { ...input, page_id: pages.root });
    expect(onRoot).toMatchObject({ can_view: false, can_edit: false });
    await archiveItem(site, item_id);
    const frozen = await owner.client.callOk(explainAccess, { ...input, page_id: pages.orders });
    expect(frozen).toMatchObject({ can_view: true, can_edit: false, limits: ['archived'] });
  });

  it('tells the default right of a team from an exception', async () => {
    const { owner, item_id } = await makePrivateTree();
    const person = await makeLoggedInUser(site);
    const { team_item_id } = await addTeamMember(site, item_id, person, { edit: true });
    const explain = () =>
      owner.client.callOk(explainAccess, { item_id, username: person.username });
    expect((await explain()).reasons).toMatchObject([{ is_exception: true, gives_edit: true }]);
    await site.database.query('delete from team_item_member where team_item_id = $1', [
      team_item_id,
    ]);
    expect((await explain()).reasons).toMatchObject([{ is_exception: false, gives_edit: false }]);
  });

  it('agrees with the authorization for every kind of user', async () => {
    const { owner, item_id, catalogs, pages } = await makePrivateTree();
    const people = {
      stranger: await makeLoggedInUser(site),
      administrator: await makeLoggedInUser(site, { admin: true }),
      limited: await makeLoggedInUser(site),
      team: await makeLoggedInUser(site),
      owner,
    };
    await addMember(site, item_id, people.limited, { edit: true, catalog: catalogs.guides });
    await addTeamMember(site, item_id, people.team);
    for (const { client, username } of Object.values(people))
      for (const page_id of Object.values(pages)) {
        const { can_view, can_edit } = await owner.client.callOk(explainAccess, {
          item_id,
          page_id,
          username,
        });
        const read = await client.call(calls.page.info, { page_id });
        const write = await client.call(calls.page.save, { page_id, s_number: 99 });
        expect([can_view, can_edit]).toEqual([read.error_code === 0, write.error_code === 0]);
      }
  });

  it('is allowed to the owner for any user, and to users about themselves', async () => {
    const { item_id, pages, owner, catalogs } = await makePrivateTree();
    const [member, stranger] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    await addMember(site, item_id, member, { catalog: catalogs.guides });
    const explain = async (client: typeof member.client, input: object) =>
      (await client.call(explainAccess, { item_id, username: member.username, ...input }))
        .error_code;
    expect(await explain(member.client, { username: member.username.toUpperCase() })).toBe(0);
    expect(await explain(member.client, { username: owner.username })).toBe(10303);
    expect(await explain(member.client, { page_id: pages.root })).toBe(10101);
    expect(await explain(stranger.client, { username: stranger.username })).toBe(10307);
    expect(await explain(owner.client, { username: 'unknown-user' })).toBe(10209);
    expect(await explain(makeVisitor(site), {})).toBe(10307);
  });

  it('mentions a visit pass only to its owner', async () => {
    const { item_id, owner } = await makePrivateTree();
    const guest = await makeLoggedInUser(site);
    const pass = { item_id, version: 0, expires: Date.now() + 3_600_000 };
    guest.client.cookies.set(
      `octavo-visit-${item_id}`,
      site.deps.visitPassCipher.encrypt(JSON.stringify(pass)),
    );
    const input = { item_id, username: guest.username };
    const own = await guest.client.callOk(explainAccess, input);
    expect(own.reasons).toMatchObject([{ because: 'pass', gives_view: true, gives_edit: false }]);
    expect((await owner.client.callOk(explainAccess, input)).reasons).toEqual([]);
  });
});
