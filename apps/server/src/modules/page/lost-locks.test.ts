import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedIn, PASSWORD } from '../../testing/factories.ts';
import { addTeamMember, makeItem, makeMember, makeTree } from '../../testing/item-factories.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const { item, page, member, team, teamItem, teamItemMember, teamMember } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

/** An item with a page locked by one editor, and a second editor who waits for the lock. */
async function begin(through: 'membership' | 'team') {
  const tree = await makeTree(site);
  const { item_id, owner } = tree;
  const page_id = tree.pages.guides;
  const waiting = await makeMember(site, item_id, { edit: true });
  const holder = await makeLoggedIn(site);
  const joined =
    through === 'team' ? await addTeamMember(site, item_id, holder, { edit: true }) : undefined;
  if (!joined)
    await owner.client.must(member.save, {
      item_id,
      username: holder.username,
      member_group_id: 1,
    });
  await holder.client.must(page.setLock, { page_id });
  return {
    ...tree,
    page_id,
    waiting,
    holder,
    team: { team_id: 0, team_item_id: 0, id: 0, ...joined },
  };
}
type World = Awaited<ReturnType<typeof begin>>;

const saved = ({ owner, item_id, holder }: World, change: object) =>
  owner.client.must(member.save, { item_id, username: holder.username, ...change });

const ways: Record<string, readonly ['membership' | 'team', (world: World) => Promise<unknown>]> = {
  'the member is removed': [
    'membership',
    async ({ owner, item_id, holder }) => {
      const rows = await owner.client.must(member.getList, { item_id });
      const row = rows.find(({ username }) => username === holder.username);
      const { item_member_id = 0 } = row ?? {};
      await owner.client.must(member.delete, { item_id, item_member_id });
    },
  ],
  'the member may only read': ['membership', (world) => saved(world, { member_group_id: 0 })],
  'the member is limited to another catalog': [
    'membership',
    (world) => saved(world, { cat_id: world.catalogs.api.cat_id }),
  ],
  'the member leaves': [
    'membership',
    ({ holder, item_id }) => holder.client.must(item.exitItem, { item_id }),
  ],
  'the account is disabled': [
    'membership',
    async ({ holder }) => {
      const admin = await makeLoggedIn(site, { admin: true });
      await admin.client.must(calls.adminUser.disableUser, { uid: holder.uid, is_disabled: true });
    },
  ],
  'the account is deleted': [
    'membership',
    async ({ holder }) => {
      const admin = await makeLoggedIn(site, { admin: true });
      await admin.client.must(calls.adminUser.deleteUser, { uid: holder.uid });
    },
  ],
  'the team loses the item': [
    'team',
    ({ owner, team: { team_item_id } }) => owner.client.must(teamItem.delete, { id: team_item_id }),
  ],
  'the person leaves the item, not the team': [
    'team',
    ({ holder, item_id }) => holder.client.must(item.exitItem, { item_id }),
  ],
  'the person is taken out of the team': [
    'team',
    async ({ owner, team: { team_id } }) => {
      const [row] = await owner.client.must(teamMember.getList, { team_id });
      await owner.client.must(teamMember.delete, { id: row?.id ?? 0 });
    },
  ],
  'the authority in the team is lowered': [
    'team',
    ({ owner, team: { id } }) => owner.client.must(teamItemMember.save, { id, member_group_id: 0 }),
  ],
  'the team is deleted': [
    'team',
    ({ owner, team: { team_id } }) => owner.client.must(team.delete, { id: team_id }),
  ],
  'the item is handed over, and leaves the former owner’s team': [
    'team',
    async ({ owner, item_id }) => {
      const { username } = await makeLoggedIn(site);
      await owner.client.must(item.attorn, { item_id, username, password: PASSWORD });
    },
  ],
};

const isLocked = async (pageId: number) =>
  (await site.database.query('select from page_lock where page_id = $1', [pageId])).length > 0;

describe('an edit lock ends when its holder loses the right to edit', () => {
  it.each(Object.entries(ways))('because %s', async (_name, [through, takeAway]) => {
    const world = await begin(through);
    const { page_id, waiting } = world;
    expect((await waiting.client.call(page.setLock, { page_id })).error_code).toBe(10601);
    await takeAway(world);
    expect(await isLocked(page_id)).toBe(false);
    expect(await waiting.client.must(page.isLock, { page_id })).toMatchObject({ lock: 0 });
    await waiting.client.must(page.setLock, { page_id });
  });

  it('because the owner transfers the item', async () => {
    const { owner, item_id, pages, waiting } = await begin('membership');
    const { username } = await makeLoggedIn(site);
    const page_id = pages.api;
    await owner.client.must(page.setLock, { page_id });
    await owner.client.must(item.attorn, { item_id, username, password: PASSWORD });
    expect(await isLocked(page_id)).toBe(false);
    await waiting.client.must(page.setLock, { page_id });
  });

  it('because the item is archived', async () => {
    const { owner, item_id, page_id } = await begin('membership');
    await owner.client.must(item.archive, { item_id, password: PASSWORD });
    expect(await isLocked(page_id)).toBe(false);
  });

  it('but not while the holder may still edit for another reason', async () => {
    const world = await begin('membership');
    const { owner, holder, item_id, page_id, waiting } = world;
    const { team_item_id } = await addTeamMember(site, item_id, holder, { edit: true });
    await saved(world, { member_group_id: 0 });
    expect((await waiting.client.call(page.setLock, { page_id })).error_code).toBe(10601);
    await owner.client.must(teamItem.delete, { id: team_item_id });
    await waiting.client.must(page.setLock, { page_id });
  });
});

describe('a stale lock, whose holder lost the right without a release', () => {
  /** Removes the right but not the lock, as if the lock was acquired at the same moment. */
  async function lostInSilence() {
    const world = await begin('membership');
    await site.database.query('delete from item_member where uid = $1', [world.holder.uid]);
    site.deps.bus.publish('item', String(world.item_id));
    expect(await isLocked(world.page_id)).toBe(true);
    return world;
  }

  it('is not shown to others', async () => {
    const { waiting, page_id } = await lostInSilence();
    expect(await waiting.client.must(page.isLock, { page_id })).toMatchObject({ lock: 0 });
  });

  it('does not prevent others from acquiring the lock', async () => {
    const { waiting, page_id } = await lostInSilence();
    await waiting.client.must(page.setLock, { page_id });
    expect(await waiting.client.must(page.isLock, { page_id })).toMatchObject({ is_cur_user: 1 });
  });

  it('does not prevent others from saving', async () => {
    const { waiting, page_id } = await lostInSilence();
    const { version } = await waiting.client.must(page.save, { page_id, page_content: 'ours' });
    expect(version).toBe(2);
  });
});

it('does not release locks of other items', async () => {
  const world = await begin('membership');
  const other = await makeItem(site, { owner: world.holder });
  const { page_id } = await world.holder.client.must(page.save, {
    item_id: other,
    page_title: 'Mine',
    page_content: '',
  });
  await world.holder.client.must(page.setLock, { page_id });
  await saved(world, { member_group_id: 0 });
  expect([await isLocked(world.page_id), await isLocked(page_id)]).toEqual([false, true]);
});
