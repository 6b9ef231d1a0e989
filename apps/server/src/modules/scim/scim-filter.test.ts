import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { byFilter, makeScimClient, patch, scimUser } from '../../../tests/helpers/scim.ts';
import type { Json } from '../../../tests/helpers/scim.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { ENTERPRISE_SCHEMA } from './schemas.ts';

let site: TestSite;
let client: Awaited<ReturnType<typeof makeScimClient>>;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  client = await makeScimClient(site);
});
afterAll(() => site.close());

const namesOf = (list: Json, attribute: string) =>
  (list['Resources'] as Json[]).map((resource) => String(resource[attribute])).toSorted();

describe('a filter of users', () => {
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const people: Json[] = [
      scimUser('ana', {
        externalId: 'A-1',
        displayName: 'Ana Okoye',
        title: 'Guide',
        name: { familyName: "O'Malley", givenName: 'Ana' },
        emails: [
          { value: 'Ana@Harbor.test', type: 'work', primary: true },
          { value: 'ana@home.test', type: 'home' },
        ],
      }),
      scimUser('ben', {
        externalId: 'a-1',
        displayName: 'Ben 100%_Sato',
        title: 'Boss',
        emails: [{ value: 'ben@home.test', type: 'work' }],
        [ENTERPRISE_SCHEMA]: { department: 'Tours' },
      }),
      scimUser('cem', { externalId: null, active: false, emails: [], displayName: '王静' }),
    ];
    for (const body of people) {
      const { id } = await client.expectStatus(201, 'POST', '/Users', body);
      ids.set(String(body['userName']), String(id));
    }
    const members = ['ana', 'ben'].map((name) => ({ value: ids.get(name) }));
    const { id } = await client.expectStatus(201, 'POST', '/Groups', {
      displayName: 'Crew',
      members,
    });
    ids.set('crew', String(id));
    const change = patch({ op: 'add', path: 'manager.value', value: ids.get('ana') });
    await client.expectStatus(200, 'PATCH', `/Users/${ids.get('ben')}`, change);
  });

  it.each([
    ['userName eq "ANA"', 'ana'],
    ['userName ne "ana"', 'ben cem'],
    ['userName co "E"', 'ben cem'],
    ['userName sw "b"', 'ben'],
    ['userName ew "M"', 'cem'],
    ['userName gt "ben"', 'cem'],
    ['userName ge "ben"', 'ben cem'],
    ['userName lt "ben"', 'ana'],
    ['userName le "ben"', 'ana ben'],
    ['externalId eq "A-1"', 'ana'],
    ['externalId eq "a-1"', 'ben'],
    ['externalId pr', 'ana ben'],
    ['externalId eq null', 'cem'],
    ['not (externalId pr)', 'cem'],
    ['id eq "{ana}"', 'ana'],
    ['id eq "{ana}" or id eq "{cem}"', 'ana cem'],
    ['displayName eq "ana okoye"', 'ana'],
    ['displayName co "100%_s"', 'ben'],
    ['displayName co "%"', 'ben'],
    ['displayName eq "王静"', 'cem'],
    ['title pr', 'ana ben'],
    ['title ne "Guide"', 'ben cem'],
    ['title eq "guide" and userName eq "ben"', ''],
    ['title eq "guide" or title eq "boss" and userName eq "ana"', 'ana'],
    ['(title eq "guide" or title eq "boss") and not (userName eq "ana")', 'ben'],
    ['name.familyName eq "O\'Malley"', 'ana'],
    ['emails.value eq "ana@harbor.TEST"', 'ana'],
    ['emails eq "ana@home.test"', 'ana'],
    ['emails co "home.test"', 'ana ben'],
    ['emails pr', 'ana ben'],
    ['not (emails pr)', 'cem'],
    ['emails[type eq "work"].value eq "ana@home.test"', ''],
    ['emails[type eq "home"].value eq "ana@home.test"', 'ana'],
    ['emails[type eq "work" and value ew "home.test"]', 'ben'],
    ['emails[type eq "home" or value sw "ben"]', 'ana ben'],
    ['emails[not (type eq "home")]', 'ana ben'],
    ['emails[primary eq true]', 'ana'],
    ['emails.primary eq "True"', 'ana'],
    ['active eq true', 'ana ben'],
    ['active eq false', 'cem'],
    ['active ne true', 'cem'],
    ['groups pr', 'ana ben'],
    ['groups.value eq "{crew}"', 'ana ben'],
    ['groups.display sw "cr"', 'ana ben'],
    ['groups[display eq "crew" and type eq "direct"]', 'ana ben'],
    ['not (groups.display eq "Crew")', 'cem'],
    [`${ENTERPRISE_SCHEMA}:department eq "tours"`, 'ben'],
    ['department eq "tours"', 'ben'],
    ['manager eq "{ana}"', 'ben'],
    [`${ENTERPRISE_SCHEMA}:manager.value eq "{ana}"`, 'ben'],
    ['meta.created gt "2020-01-01T00:00:00Z"', 'ana ben cem'],
    ['meta.lastModified lt "2020-01-01T00:00:00+08:00"', ''],
    ['meta.resourceType eq "User"', 'ana ben cem'],
    ['password pr', ''],
    ['userName eq "\'; drop table scim_user; --"', ''],
    [String.raw`userName eq "\u0000ana"`, 'ana'],
    [String.raw`userName eq "\ud800"`, ''],
  ])('%s: %s', async (text, found) => {
    const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? '');
    const list = await client.expectStatus(200, 'GET', byFilter('/Users', filled));
    expect(namesOf(list, 'userName').join(' ')).toBe(found);
    expect(list['totalResults']).toBe(found === '' ? 0 : found.split(' ').length);
  });

  it.each([
    ['displayName eq "crew"', 'Crew'],
    ['displayName sw "C" and members pr', 'Crew'],
    ['members.value eq "{ana}"', 'Crew'],
    ['members eq "{ben}"', 'Crew'],
    ['members[value eq "{ana}" and display eq "ana"]', 'Crew'],
    ['members.value eq "{cem}"', ''],
    ['id eq "{crew}" and members eq "{cem}"', ''],
    ['externalId pr', ''],
    ['meta.created gt "2020-01-01T00:00:00Z"', 'Crew'],
  ])('of groups, %s: %s', async (text, found) => {
    const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? '');
    const list = await client.expectStatus(200, 'GET', byFilter('/Groups', filled));
    expect(namesOf(list, 'displayName').join(' ')).toBe(found);
  });

  it.each([
    'userName',
    'userName eq',
    'shoeSize eq "7"',
    'userName regex "a"',
    'active gt true',
    '(',
  ])('that cannot be read is rejected: %s', async (text) => {
    expect(await client.send('GET', byFilter('/Users', text))).toMatchObject({
      status: 400,
      body: { status: '400', scimType: 'invalidFilter' },
    });
  });
});

describe('a list of 1,000 users', () => {
  beforeAll(async () => {
    await site.database.query(`
      with person as (
        insert into "user" (username, username_key, groupid, local_access)
        select 'page' || n, 'page' || n, 2, false from generate_series(1, 1000) n returning uid, username
      ), identity as (
        insert into outside_login (kind, outside_id, uid)
        select 'scim', gen_random_uuid(), uid from person returning uid, outside_id
      )
      insert into scim_user (scim_id, user_name, user_name_key, attributes)
      select outside_id, username, username, '{"title": "Paged"}' from identity join person using (uid)`);
  });
  const filter = encodeURIComponent('title eq "paged"');

  it.each([7, 100, 200])('has each user once in pages of %i', async (count) => {
    const seen: string[] = [];
    for (let startIndex = 1; ;) {
      const list = await client.expectStatus(
        200,
        'GET',
        `/Users?filter=${filter}&startIndex=${startIndex}&count=${count}&attributes=userName`,
      );
      expect(list).toMatchObject({ totalResults: 1000, startIndex });
      const names = (list['Resources'] as Json[]).map((user) => String(user['userName']));
      expect(list['itemsPerPage']).toBe(names.length);
      if (names.length === 0) break;
      seen.push(...names);
      startIndex += names.length;
    }
    expect(seen).toHaveLength(1000);
    expect(new Set(seen).size).toBe(1000);
  });

  it('reads unusual pages as the RFC says', async () => {
    const page = (query: string) => client.send('GET', `/Users?filter=${filter}&${query}`);
    expect((await page('startIndex=0&count=1')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 1,
    });
    expect((await page('startIndex=-5&count=-5')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
      totalResults: 1000,
      Resources: [],
    });
    expect((await page('count=100000')).body).toMatchObject({ itemsPerPage: 200 });
    for (const query of ['startIndex=x', 'count=1.5', 'count=1&count=2'])
      expect(await page(query)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });

  it('takes the same number of statements, however many users are on a page', async () => {
    const statements = (path: string) => countQueries(site, () => client.send('GET', path));
    const counts = {
      one: await statements('/Users?count=1'),
      page: await statements('/Users?count=200'),
      last: await statements('/Users?count=200&startIndex=801'),
      found: await statements(byFilter('/Users', 'userName eq "page7"')),
      groups: await statements('/Groups'),
    };
    console.log(`statements of a request: ${JSON.stringify(counts)}`);
    expect(counts).toEqual({ one: 3, page: 3, last: 3, found: 3, groups: 4 });
  });

  it('can be the members of one group, in few statements', async () => {
    const rows = await site.database.query<{ scim_id: string }>(
      `select scim_id from scim_user where user_name like 'page%'`,
    );
    const members = rows.map(({ scim_id }) => ({ value: scim_id }));
    const { id } = await client.expectStatus(201, 'POST', '/Groups', { displayName: 'All' });
    await site.database.query(
      'insert into directory_mapping (scim_group_id, groupid) values ($1, 3)',
      [id],
    );
    const begun = site.logLines.length;
    const statementsOf = async (method: 'PATCH' | 'GET', body?: Json) => {
      const from = site.logLines.length;
      const { status } = await client.send(method, `/Groups/${String(id)}`, body);
      expect(status).toBeLessThan(300);
      const line = site.logLines.slice(from).findLast((each) => each.includes('"queries"')) ?? '{}';
      return (JSON.parse(line) as { queries: number }).queries;
    };
    const counts = {
      addOne: await statementsOf(
        'PATCH',
        patch({ op: 'add', path: 'members', value: [members[0]] }),
      ),
      addAll: await statementsOf('PATCH', patch({ op: 'add', path: 'members', value: members })),
      get: await statementsOf('GET'),
      removeAll: await statementsOf('PATCH', patch({ op: 'remove', path: 'members' })),
    };
    console.log(`statements for a group of ${members.length}: ${JSON.stringify(counts)}`);
    expect(begun).toBeGreaterThan(0);
    expect(counts.addAll).toBe(counts.addOne);
    expect(counts.get).toBe(3);
    expect(counts.removeAll).toBeLessThanOrEqual(counts.addOne);
    expect(Math.max(...Object.values(counts))).toBeLessThanOrEqual(30);
  });
});
