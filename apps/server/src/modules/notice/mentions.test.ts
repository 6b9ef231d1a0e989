import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  addTeamMember,
  makeItemTree,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { member, notice, page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

type Client = Awaited<ReturnType<typeof makeLoggedInUser>>['client'];
const titles = async (client: Client) =>
  (await client.callOk(notice.getList, {})).list.map((row) => row.notice_title);

async function makePrivateTree() {
  const tree = await makeItemTree(site);
  await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [
    tree.item_id,
  ]);
  site.deps.bus.publish('item', String(tree.item_id));
  return tree;
}

describe('a save that mentions people', () => {
  it('notifies those of the item who may read the page, once', async () => {
    const { owner, item_id, catalogs, pages } = await makePrivateTree();
    const reader = await makeMember(site, item_id);
    const inside = await makeMember(site, item_id, { catalog: catalogs.api });
    const outside = await makeMember(site, item_id, { catalog: catalogs.guides });
    const [inTeam, stranger] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    await addTeamMember(site, item_id, inTeam);
    const everyone = [owner, reader, inside, outside, inTeam, stranger];
    const text = everyone.map(({ username }) => `@${username}`).join(', ');
    await owner.client.callOk(page.save, {
      page_id: pages.api,
      page_content: `${text} and again @${reader.username.toUpperCase()}.`,
    });
    for (const { client } of [reader, inside, inTeam])
      expect(await titles(client)).toEqual([`${owner.username} mentioned you in “API page”`]);
    for (const { client } of [owner, outside, stranger]) expect(await titles(client)).toEqual([]);
    const [{ kind, href, notice_content } = {}] = (await reader.client.callOk(notice.getList, {}))
      .list as { kind?: string; href?: string; notice_content?: string }[];
    expect({ kind, href }).toEqual({ kind: 'mentioned', href: `/page/${pages.api}` });
    expect(notice_content).toContain('Harbor API');
  });

  it('does not notify users again whom the former version mentioned', async () => {
    const { owner, item_id, pages } = await makePrivateTree();
    const reader = await makeMember(site, item_id);
    const save = (page_content: string) =>
      owner.client.callOk(page.save, { page_id: pages.api, page_content });
    await save(`@${reader.username} one`);
    await save(`@${reader.username} two`);
    await save(`@${reader.username} two`);
    expect(await titles(reader.client)).toHaveLength(1);
    await save('three');
    await save(`four @${reader.username}`);
    expect(await titles(reader.client)).toHaveLength(2);
    await save(`four @${reader.username} \`@${owner.username}\` x@${reader.username}`);
    expect(await titles(reader.client)).toHaveLength(2);
  });

  it('sends an author of the page one notice, of the mention', async () => {
    const { owner, item_id } = await makePrivateTree();
    const author = await makeMember(site, item_id, { edit: true });
    const page_id = await makePage(site, item_id, { author, page_title: 'Plan' });
    await owner.client.callOk(page.save, { page_id, page_content: `@${author.username}` });
    expect(await titles(author.client)).toEqual([`${owner.username} mentioned you in “Plan”`]);
  });

  it('counts the position of the page after the save', async () => {
    const { owner, item_id, catalogs, pages } = await makePrivateTree();
    const reader = await makeMember(site, item_id, { catalog: catalogs.api });
    const mention = `@${reader.username}`;
    await owner.client.callOk(page.save, {
      page_id: pages.api,
      page_content: mention,
      cat_id: catalogs.guides.cat_id,
    });
    expect(await titles(reader.client)).toEqual([]);
    await owner.client.callOk(page.save, {
      page_id: pages.guides,
      page_content: mention,
      cat_id: catalogs.api.cat_id,
    });
    expect(await titles(reader.client)).toHaveLength(1);
  });

  it('notifies on new pages and on saves of scripts', async () => {
    const { owner, item_id } = await makePrivateTree();
    const reader = await makeMember(site, item_id);
    const page_content = `@${reader.username} please`;
    await owner.client.callOk(page.save, { item_id, page_title: 'New', page_content });
    const { api_key, api_token } = await owner.client.callOk(calls.item.getKey, { item_id });
    const script = { api_key, api_token, page_title: 'By script', page_content };
    await owner.client.callOk(calls.open.updateItem, script);
    await owner.client.callOk(calls.open.updateItem, script);
    expect(await titles(reader.client)).toHaveLength(2);
  });
});

describe('people who can be mentioned', () => {
  it('are the owner, members and members of teams, those without access to the page last', async () => {
    const { owner, item_id, catalogs } = await makePrivateTree();
    const reader = await makeMember(site, item_id);
    const outside = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    const inTeam = await makeLoggedInUser(site);
    await addTeamMember(site, item_id, inTeam);
    const disabled = await makeMember(site, item_id);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [
      disabled.uid,
    ]);
    await makeLoggedInUser(site);
    const list = await owner.client.callOk(member.mentionable, {
      item_id,
      cat_id: catalogs.orders.cat_id,
    });
    expect(list.at(-1)).toMatchObject({ username: outside.username, can_view: false });
    expect(list.filter((row) => row.can_view).map((row) => row.username)).toEqual(
      [owner, reader, inTeam].map(({ username }) => username).toSorted(),
    );
    const atRoot = await owner.client.callOk(member.mentionable, {
      item_id,
      keyword: outside.username.slice(1).toUpperCase(),
    });
    expect(atRoot).toMatchObject([{ username: outside.username, can_view: false }]);
  });

  it('are shown only to users who may edit, for catalogs of the item that they may view', async () => {
    const { owner, item_id, catalogs } = await makePrivateTree();
    const reader = await makeMember(site, item_id);
    const editor = await makeMember(site, item_id, { edit: true, catalog: catalogs.guides });
    expect((await reader.client.call(member.mentionable, { item_id })).error_code).toBe(10103);
    const other = await makeItemTree(site);
    for (const [client, cat_id] of [
      [owner.client, other.catalogs.api.cat_id],
      [editor.client, catalogs.api.cat_id],
    ] as const)
      expect((await client.call(member.mentionable, { item_id, cat_id })).error_code).toBe(10101);
    expect(
      await editor.client.callOk(member.mentionable, { item_id, cat_id: catalogs.install.cat_id }),
    ).toHaveLength(3);
  });
});
