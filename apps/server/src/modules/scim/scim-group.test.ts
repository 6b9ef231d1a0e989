import { calls } from '@octavo/contract';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logIn, makeLoggedInUser, makeUser, uniqueName } from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { makeScimClient, patch, scimUser } from '../../../tests/helpers/scim.ts';
import type { Json } from '../../../tests/helpers/scim.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { loadConfig, saveConfig } = calls.adminScim;

let site: TestSite;
let client: Awaited<ReturnType<typeof makeScimClient>>;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

beforeEach(async () => {
  await site.database.query('truncate scim_group, directory_mapping, team cascade');
  await site.database.query('truncate "user" cascade');
  admin = await makeLoggedInUser(site, { admin: true });
  client = await makeScimClient(site);
});

async function person(prefix = 'mei') {
  const username = uniqueName(prefix);
  const { id } = await client.expectStatus(201, 'POST', '/Users', scimUser(username));
  const [row] = await site.database.query<{ uid: number }>(
    'select uid::int from "user" where username = $1',
    [username],
  );
  return { id: String(id), username, uid: row?.uid ?? 0 };
}

async function group(displayName: string, ...members: { readonly id: string }[]) {
  const body = { displayName, members: members.map(({ id }) => ({ value: id })) };
  return String((await client.expectStatus(201, 'POST', '/Groups', body))['id']);
}

async function team(name = 'Platform') {
  const { id } = await admin.client.callOk(calls.team.save, { team_name: name });
  return id;
}

type Mapping = readonly [scim_group_id: string, team_id: number, groupid: number];
const map = (...mappings: Mapping[]) =>
  admin.client.callOk(saveConfig, {
    mappings: mappings.map(([scim_group_id, team_id, groupid]) => ({
      scim_group_id,
      team_id,
      groupid: groupid as 2 | 3,
    })),
  });

const members = async (teamId: number) => {
  const rows = await site.database.query<{ uid: number; is_followed: number }>(
    'select uid::int, is_followed from team_member where team_id = $1 order by uid',
    [teamId],
  );
  return rows.map(({ uid, is_followed }) => [uid, is_followed]);
};

async function roleOf(uid: number): Promise<number> {
  const [row] = await site.database.query<{ groupid: number }>(
    'select groupid from "user" where uid = $1',
    [uid],
  );
  return row?.groupid ?? 0;
}

const change = (id: string, ...operations: Json[]) =>
  client.expectStatus(204, 'PATCH', `/Groups/${id}`, patch(...operations));
const add = (id: string, ...people: { readonly id: string }[]) =>
  change(id, { op: 'add', path: 'members', value: people.map((each) => ({ value: each.id })) });
const remove = (id: string, { id: member }: { readonly id: string }) =>
  change(id, { op: 'remove', path: `members[value eq "${member}"]` });

describe('a mapped group', () => {
  it('gives a team to its members, now and later, and takes it away', async () => {
    const [ana, ben, cem] = [await person('ana'), await person('ben'), await person('cem')];
    const teamId = await team();
    const platform = await group('Platform', ana);
    await map([platform, teamId, USER_GROUP]);
    expect(await members(teamId)).toEqual([[ana.uid, 1]]);
    await add(platform, ben, cem);
    expect(await members(teamId)).toEqual([ana, ben, cem].map(({ uid }) => [uid, 1]));
    await remove(platform, ana);
    expect(await members(teamId)).toEqual([ben, cem].map(({ uid }) => [uid, 1]));
    await client.expectStatus(200, 'PUT', `/Groups/${platform}`, {
      displayName: 'Platform',
      members: [{ value: ana.id }],
    });
    expect(await members(teamId)).toEqual([[ana.uid, 1]]);
    await map();
    expect(await members(teamId)).toEqual([]);
  });

  it('opens the items of the team at once, and closes them', async () => {
    const ana = await person('ana');
    const browser = await logIn(site, ana.uid);
    const teamId = await team();
    const item_id = await makeItem(site, { owner: admin, password_hash: 'private' });
    await admin.client.callOk(calls.teamItem.save, { team_id: teamId, item_id: [item_id] });
    const platform = await group('Platform');
    await map([platform, teamId, USER_GROUP]);
    const read = async () => (await browser.call(calls.item.info, { item_id })).error_code;
    expect(await read()).not.toBe(0);
    await add(platform, ana);
    expect(await read()).toBe(0);
    await remove(platform, ana);
    expect(await read()).not.toBe(0);
  });

  it('leaves members alone who were added by hand', async () => {
    const ana = await person('ana');
    const local = await makeUser(site);
    const teamId = await team();
    for (const { username } of [ana, local])
      await admin.client.callOk(calls.teamMember.save, {
        team_id: teamId,
        member_username: username,
      });
    const platform = await group('Platform', ana);
    await map([platform, teamId, USER_GROUP]);
    await remove(platform, ana);
    expect(await members(teamId)).toEqual([ana, local].map(({ uid }) => [uid, 0]));
  });

  it('gives the highest role of all groups and gives the former back', async () => {
    const ana = await person('ana');
    const audit = await group('Audit', ana);
    const platform = await group('Platform');
    const teamId = await team();
    await map([audit, 0, AUDITOR_GROUP], [platform, teamId, USER_GROUP]);
    expect(await roleOf(ana.uid)).toBe(AUDITOR_GROUP);
    await add(platform, ana);
    expect(await roleOf(ana.uid)).toBe(AUDITOR_GROUP);
    await client.expectStatus(204, 'DELETE', `/Groups/${audit}`);
    expect(await roleOf(ana.uid)).toBe(USER_GROUP);
    const again = await group('Audit', ana);
    await map([again, 0, AUDITOR_GROUP]);
    expect(await roleOf(ana.uid)).toBe(AUDITOR_GROUP);
    await remove(again, ana);
    expect(await roleOf(ana.uid)).toBe(USER_GROUP);
    const entries = await site.database.query<{ username: string; facts: Json }>(
      `select username, facts from audit_log where action = 'adminUser.setRole' and subject = $1
       order by audit_id`,
      [ana.username],
    );
    expect(entries.map(({ username }) => username)).toEqual([
      admin.username,
      'SCIM: Harbor directory',
      admin.username,
      'SCIM: Harbor directory',
    ]);
    expect(entries.at(-1)?.facts).toMatchObject({ groupid: 2, was: { groupid: 3 } });
  });

  it('does not take a role away that was given by hand', async () => {
    const ana = await person('ana');
    const audit = await group('Audit', ana);
    await map([audit, 0, AUDITOR_GROUP]);
    await admin.client.callOk(calls.adminUser.setRole, { uid: ana.uid, groupid: ADMIN_GROUP });
    await remove(audit, ana);
    expect(await roleOf(ana.uid)).toBe(ADMIN_GROUP);
  });

  it('never makes administrators', async () => {
    const ana = await person('ana');
    const admins = await group('Admins', ana);
    const mapping = { scim_group_id: admins, team_id: 0, groupid: ADMIN_GROUP as 2 };
    const refused = await admin.client.call(saveConfig, { mappings: [mapping] });
    expect(refused.error_code).toBe(10101);
    expect(await roleOf(ana.uid)).toBe(USER_GROUP);
  });

  it('puts an administrator into teams and leaves the role alone, also that of the last one', async () => {
    const ana = await person('ana');
    const teamId = await team();
    const audit = await group('Audit');
    await map([audit, teamId, AUDITOR_GROUP]);
    await admin.client.callOk(calls.adminUser.setRole, { uid: ana.uid, groupid: ADMIN_GROUP });
    const boss = await logIn(site, ana.uid);
    // As after a login at the provider, which confirms the change.
    await site.database.query('update device set proved_time = now() where uid = $1', [ana.uid]);
    await boss.callOk(calls.adminUser.setRole, { uid: admin.uid, groupid: USER_GROUP });
    await add(audit, ana);
    expect(await members(teamId)).toEqual([[ana.uid, 1]]);
    expect(await roleOf(ana.uid)).toBe(ADMIN_GROUP);
    await client.expectStatus(204, 'DELETE', `/Groups/${audit}`);
    expect(await members(teamId)).toEqual([]);
    expect(await roleOf(ana.uid)).toBe(ADMIN_GROUP);
  });

  it('keeps teams of a disabled user and gives the role back with the account', async () => {
    const ana = await person('ana');
    const teamId = await team();
    const audit = await group('Audit', ana);
    await map([audit, teamId, AUDITOR_GROUP]);
    const active = (value: boolean) =>
      client.expectStatus(
        200,
        'PATCH',
        `/Users/${ana.id}`,
        patch({ op: 'replace', path: 'active', value }),
      );
    await active(false);
    expect(await roleOf(ana.uid)).toBe(USER_GROUP);
    expect(await members(teamId)).toEqual([[ana.uid, 1]]);
    await active(true);
    expect(await roleOf(ana.uid)).toBe(AUDITOR_GROUP);
    await client.expectStatus(204, 'DELETE', `/Users/${ana.id}`);
    expect(await members(teamId)).toEqual([]);
    expect(await roleOf(ana.uid)).toBe(USER_GROUP);
  });

  it('is offered by name and ends with its mapping', async () => {
    const ana = await person('ana');
    const platform = await group('Platform team', ana);
    await group('Audit');
    expect(await admin.client.callOk(calls.adminScim.listGroups, { word: 'PLAT' })).toEqual([
      { scim_group_id: platform, display_name: 'Platform team', people: 1 },
    ]);
    await map([platform, 0, AUDITOR_GROUP]);
    const { mappings, counts } = await admin.client.callOk(loadConfig, {});
    expect(mappings).toEqual([
      {
        scim_group_id: platform,
        display_name: 'Platform team',
        team_id: 0,
        team_name: '',
        groupid: AUDITOR_GROUP,
        people: 1,
      },
    ]);
    expect(counts).toEqual({ people: 1, disabled: 0, groups: 2 });
    await client.expectStatus(204, 'DELETE', `/Groups/${platform}`);
    expect((await admin.client.callOk(loadConfig, {})).mappings).toEqual([]);
    const unknown = await admin.client.call(saveConfig, {
      mappings: [{ scim_group_id: platform, team_id: 0, groupid: 2 }],
    });
    expect(unknown.error_code).toBe(10101);
  });
});

describe('a group', () => {
  it('has users as members only, and none that do not exist', async () => {
    const platform = await group('Platform');
    const audit = await group('Audit');
    for (const value of [audit, 'unknown'])
      expect(
        await client.send(
          'PATCH',
          `/Groups/${platform}`,
          patch({ op: 'add', path: 'members', value: [{ value }] }),
        ),
      ).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });

  it('is changed completely or not at all', async () => {
    const ana = await person('ana');
    const platform = await group('Platform');
    const answer = await client.send(
      'PATCH',
      `/Groups/${platform}`,
      patch(
        { op: 'replace', path: 'displayName', value: 'Other' },
        { op: 'add', path: 'members', value: [{ value: ana.id }, { value: 'unknown' }] },
      ),
    );
    expect(answer.status).toBe(400);
    expect((await client.send('GET', `/Groups/${platform}`)).body).toMatchObject({
      displayName: 'Platform',
      members: [],
    });
  });

  it('removes a member twice without an error', async () => {
    const ana = await person('ana');
    const platform = await group('Platform', ana);
    await remove(platform, ana);
    await remove(platform, ana);
    const { members: left } = await client.expectStatus(200, 'GET', `/Groups/${platform}`);
    expect(left).toEqual([]);
  });

  it('sees both of two parallel changes', async () => {
    const people = [];
    for (let at = 0; at < 6; at += 1) people.push(await person('crew'));
    const teamId = await team();
    const platform = await group('Platform');
    await map([platform, teamId, AUDITOR_GROUP]);
    const answers = await Promise.all(people.map((each) => add(platform, each)));
    expect(answers).toHaveLength(6);
    expect(await members(teamId)).toHaveLength(6);
    for (const { uid } of people) expect(await roleOf(uid)).toBe(AUDITOR_GROUP);
  });
});

describe('a list of groups', () => {
  /** Users who are in no group yet. */
  const addUsers = (count: number) =>
    site.database.query(
      `with account as (
         insert into "user" (username, username_key, groupid, local_access)
         select 'crew' || at, 'crew' || at, 2, false from generate_series(1, $1) as at
         returning uid, username
       ), identity as (
         insert into outside_login (kind, outside_id, uid) select 'scim', username, uid from account
       )
       insert into scim_user (scim_id, user_name, user_name_key, emails, attributes)
       select username, username, username, '{}', '{}' from account`,
      [count],
    );
  const addGroups = (count: number, size: number) =>
    site.database.query(
      `with added as (
         insert into scim_group (display_name)
         select gen_random_uuid() from generate_series(1, $1) returning scim_group_id
       )
       insert into scim_member (scim_group_id, scim_id)
       select scim_group_id, 'crew' || at from added cross join generate_series(1, $2) as at`,
      [count, size],
    );

  interface List {
    readonly totalResults: number;
    readonly startIndex: number;
    readonly itemsPerPage: number;
    readonly Resources: readonly { readonly id: string; readonly members?: readonly unknown[] }[];
  }
  const list = async (query: string) =>
    (await client.expectStatus(200, 'GET', `/Groups?${query}`)) as unknown as List;
  const sizes = ({ Resources }: List) => Resources.map(({ members: all }) => all?.length);

  it('with many members has fewer groups than were asked for, and its pages have all of them', async () => {
    await addUsers(6000);
    await addGroups(40, 300);
    await addGroups(2, 6000);
    await addGroups(3, 0);
    const pages: List[] = [];
    for (let startIndex = 1; startIndex <= 45;) {
      const page = await list(`startIndex=${startIndex}&count=100`);
      expect(page).toMatchObject({
        totalResults: 45,
        startIndex,
        itemsPerPage: page.Resources.length,
      });
      pages.push(page);
      startIndex += page.itemsPerPage;
    }
    const small = (count: number) => Array.from({ length: count }, () => 300);
    // A larger group has a page of its own.
    expect(pages.map(sizes)).toEqual([small(16), small(16), small(8), [6000], [6000], [0, 0, 0]]);
    const ids = pages.flatMap(({ Resources }) => Resources.map(({ id }) => id));
    expect(new Set(ids).size).toBe(45);
  });

  it('without members has as many groups as were asked for', async () => {
    await addUsers(300);
    await addGroups(40, 300);
    for (const query of ['excludedAttributes=members', 'attributes=displayName']) {
      expect((await list(`count=100&${query}`)).itemsPerPage).toBe(40);
      expect((await list(`count=7&startIndex=3&${query}`)).itemsPerPage).toBe(7);
    }
    expect((await list('count=7&startIndex=3')).itemsPerPage).toBe(7);
    expect((await list('count=0')).totalResults).toBe(40);
  });
});
