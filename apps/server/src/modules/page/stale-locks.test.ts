import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, PASSWORD } from '../../../tests/helpers/factories.ts';
import {
  addTeamMember,
  makeItem,
  makeMember,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { item, page, member, team, teamItem, teamItemMember, teamMember } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

/** An item with a page locked by one editor, and a second editor who waits for the lock. */
async function setUpLock(through: 'membership' | 'team') {
  const tree = await makeItemTree(site);
  const { item_id, owner } = tree;
  const page_id = tree.pages.guides;
  const waiting = await makeMember(site, item_id, { edit: true });
  const holder = await makeLoggedInUser(site);
  const joined =
    through === 'team' ? await addTeamMember(site, item_id, holder, { edit: true }) : undefined;
  if (!joined)
    await owner.client.callOk(member.save, {
      item_id,
      username: holder.username,
      member_group_id: 1,
    });
  await holder.client.callOk(page.setLock, { page_id });
  return {
    ...tree,
    page_id,
    waiting,
    holder,
    team: { team_id: 0, team_item_id: 0, id: 0, ...joined },
  };
}
type Fixture = Awaited<ReturnType<typeof setUpLock>>;

const saveMember = ({ owner, item_id, holder }: Fixture, change: object) =>
  owner.client.callOk(member.save, { item_id, username: holder.username, ...change });

const revocations: Record<
  string,
  readonly ['membership' | 'team', (fixture: Fixture) => Promise<unknown>]
> = {
  'the member is removed': [
    'membership',
    async ({ owner, item_id, holder }) => {
      const rows = await owner.client.callOk(member.getList, { item_id });
      const row = rows.find(({ username }) => username === holder.username);
      const { item_member_id = 0 } = row ?? {};
      await owner.client.callOk(member.delete, { item_id, item_member_id });
    },
  ],
  'the member may only read': [
    'membership',
    (fixture) => saveMember(fixture, { member_group_id: 0 }),
  ],
  'the member is limited to another catalog': [
    'membership',
    (fixture) => saveMember(fixture, { cat_id: fixture.catalogs.api.cat_id }),
  ],
  'the member leaves': [
    'membership',
    ({ holder, item_id }) => holder.client.callOk(item.exitItem, { item_id }),
  ],
  'the account is disabled': [
    'membership',
    async ({ holder }) => {
      const admin = await makeLoggedInUser(site, { admin: true });
      await admin.client.callOk(calls.adminUser.disableUser, {
        uid: holder.uid,
        is_disabled: true,
      });
    },
  ],
  'the account is deleted': [
    'membership',
    async ({ holder }) => {
      const admin = await makeLoggedInUser(site, { admin: true });
      await admin.client.callOk(calls.adminUser.deleteUser, { uid: holder.uid });
    },
  ],
  'the item is unlinked from the team': [
    'team',
    ({ owner, team: { team_item_id } }) =>
      owner.client.callOk(teamItem.delete, { id: team_item_id }),
  ],
  'the user leaves the item, not the team': [
    'team',
    ({ holder, item_id }) => holder.client.callOk(item.exitItem, { item_id }),
  ],
  'the user is removed from the team': [
    'team',
    async ({ owner, team: { team_id } }) => {
      const [row] = await owner.client.callOk(teamMember.getList, { team_id });
      await owner.client.callOk(teamMember.delete, { id: row?.id ?? 0 });
    },
  ],
  'the permissions in the team are reduced': [
    'team',
    ({ owner, team: { id } }) =>
      owner.client.callOk(teamItemMember.save, { id, member_group_id: 0 }),
  ],
  'the team is deleted': [
    'team',
    ({ owner, team: { team_id } }) => owner.client.callOk(team.delete, { id: team_id }),
  ],
  'the item is transferred and unlinked from the team of the former owner': [
    'team',
    async ({ owner, item_id }) => {
      const { username } = await makeLoggedInUser(site);
      await owner.client.callOk(item.attorn, { item_id, username, password: PASSWORD });
    },
  ],
};

const isLocked = async (pageId: number) =>
  (await site.database.query('select from page_lock where page_id = $1', [pageId])).length > 0;

describe('an edit lock ends when its holder loses the right to edit', () => {
  it.each(Object.entries(revocations))('because %s', async (_name, [through, revoke]) => {
    const fixture = await setUpLock(through);
    const { page_id, waiting } = fixture;
    expect((await waiting.client.call(page.setLock, { page_id })).error_code).toBe(10601);
    await revoke(fixture);
    expect(await isLocked(page_id)).toBe(false);
    expect(await waiting.client.callOk(page.isLock, { page_id })).toMatchObject({ lock: 0 });
    await waiting.client.callOk(page.setLock, { page_id });
  });

  it('because the owner transfers the item', async () => {
    const { owner, item_id, pages, waiting } = await setUpLock('membership');
    const { username } = await makeLoggedInUser(site);
    const page_id = pages.api;
    await owner.client.callOk(page.setLock, { page_id });
    await owner.client.callOk(item.attorn, { item_id, username, password: PASSWORD });
    expect(await isLocked(page_id)).toBe(false);
    await waiting.client.callOk(page.setLock, { page_id });
  });

  it('because the item is archived', async () => {
    const { owner, item_id, page_id } = await setUpLock('membership');
    await owner.client.callOk(item.archive, { item_id, password: PASSWORD });
    expect(await isLocked(page_id)).toBe(false);
  });

  it('but not while the holder may still edit for another reason', async () => {
    const fixture = await setUpLock('membership');
    const { owner, holder, item_id, page_id, waiting } = fixture;
    const { team_item_id } = await addTeamMember(site, item_id, holder, { edit: true });
    await saveMember(fixture, { member_group_id: 0 });
    expect((await waiting.client.call(page.setLock, { page_id })).error_code).toBe(10601);
    await owner.client.callOk(teamItem.delete, { id: team_item_id });
    await waiting.client.callOk(page.setLock, { page_id });
  });
});

describe('a stale lock, whose holder lost the right without a release', () => {
  /** Removes the right but not the lock, as if the lock was acquired at the same moment. */
  async function makeStaleLock() {
    const fixture = await setUpLock('membership');
    await site.database.query('delete from item_member where uid = $1', [fixture.holder.uid]);
    site.deps.bus.publish('item', String(fixture.item_id));
    expect(await isLocked(fixture.page_id)).toBe(true);
    return fixture;
  }

  it('is not shown to others', async () => {
    const { waiting, page_id } = await makeStaleLock();
    expect(await waiting.client.callOk(page.isLock, { page_id })).toMatchObject({ lock: 0 });
  });

  it('does not prevent others from acquiring the lock', async () => {
    const { waiting, page_id } = await makeStaleLock();
    await waiting.client.callOk(page.setLock, { page_id });
    expect(await waiting.client.callOk(page.isLock, { page_id })).toMatchObject({ is_cur_user: 1 });
  });

  it('does not prevent others from saving', async () => {
    const { waiting, page_id } = await makeStaleLock();
    const { version } = await waiting.client.callOk(page.save, { page_id, page_content: 'ours' });
    expect(version).toBe(2);
  });
});

it('does not release locks of other items', async () => {
  const fixture = await setUpLock('membership');
  const other = await makeItem(site, { owner: fixture.holder });
  const { page_id } = await fixture.holder.client.callOk(page.save, {
    item_id: other,
    page_title: 'Mine',
    page_content: '',
  });
  await fixture.holder.client.callOk(page.setLock, { page_id });
  await saveMember(fixture, { member_group_id: 0 });
  expect([await isLocked(fixture.page_id), await isLocked(page_id)]).toEqual([false, true]);
});
