import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { logIn, makeLoggedInUser, makeUser, uniqueName } from '../../../tests/helpers/factories.ts';
import { addMember, makeItem } from '../../../tests/helpers/item-factories.ts';
import { addPasskey } from '../../../tests/helpers/authenticator.ts';
import { addSecondFactor } from '../../../tests/helpers/second-factor.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { getList, getUser } = calls.adminUser;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
/** Part of all usernames that the filters are tested with. */
const mark = uniqueName('filter');
/** Each account by its short name. */
const made: Record<string, number> = {};

interface Given {
  readonly name?: string;
  readonly email?: string;
  readonly kinds?: readonly string[];
  readonly password?: false;
  readonly factors?: readonly ('totp' | 'passkey')[];
  readonly groupid?: number;
  readonly disabled?: true;
  /** An invitation: one that works, or one that does not for this reason. */
  readonly invited?: 'open' | 'expired' | 'by a former administrator' | 'to another address';
  /** Days since the last login and since the last use of a session. */
  readonly login?: number;
  readonly seen?: number;
}

const GIVEN: Readonly<Record<string, Given>> = {
  fresh: {},
  mei: { name: '林美', email: 'mei.lin@harbor.test', login: 3 },
  ldap: { kinds: ['ldap'], password: false, login: 200, seen: 20 },
  both: { kinds: ['ldap', 'oauth2'], factors: ['passkey'], groupid: 3, login: 60 },
  link: { kinds: ['integration'], password: false, disabled: true, login: 100 },
  chief: { factors: ['totp', 'passkey'], groupid: 1, login: 400, seen: 399 },
  none: { password: false, disabled: true },
  guest: { password: false, email: 'guest@harbor.test', invited: 'open' },
  late: { password: false, email: 'late@harbor.test', invited: 'expired' },
  orphan: {
    password: false,
    email: 'orphan@harbor.test',
    invited: 'by a former administrator',
  },
  moved: { password: false, email: 'moved@harbor.test', invited: 'to another address' },
  settled: { email: 'settled@harbor.test', invited: 'open' },
};

async function invite(uid: number, email: string, state: NonNullable<Given['invited']>) {
  const former = state === 'by a former administrator' ? await makeUser(site) : admin;
  await site.database.query(
    `insert into invitation (uid, email, account_uid, groupid, language, days, expire_time)
     values ($1, $2, $3, 2, 'en', 7, now() + make_interval(days => $4))`,
    [
      former.uid,
      state === 'to another address' ? `former.${email}` : email,
      uid,
      state === 'expired' ? -1 : 7,
    ],
  );
}

beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
  for (const [key, given] of Object.entries(GIVEN)) {
    const { uid } = await makeUser(site, {
      username: `${mark}.${key}`,
      ...(given.name && { name: given.name }),
      ...(given.email && { email: given.email }),
    });
    made[key] = uid;
    await site.database.query(
      `update "user" set groupid = $2, disabled_time = $3,
         password_hash = case when $4 then password_hash end,
         last_login_time = now() - make_interval(days => $5::int),
         last_seen_time = now() - make_interval(days => $6::int)
       where uid = $1`,
      [
        uid,
        given.groupid ?? 2,
        given.disabled ? new Date() : null,
        given.password ?? true,
        given.login ?? null,
        given.seen ?? null,
      ],
    );
    for (const kind of given.kinds ?? [])
      await site.database.query(
        'insert into outside_login (kind, outside_id, uid) values ($1, $2, $3)',
        [kind, uniqueName('id'), uid],
      );
    if (given.factors?.includes('totp')) await addSecondFactor(site, uid);
    if (given.factors?.includes('passkey')) await addPasskey(site, uid);
    if (given.invited) await invite(uid, given.email ?? '', given.invited);
  }
});
afterAll(() => site.close());

const toKeys = (uids: readonly number[]) =>
  Object.keys(made).filter((key) => uids.includes(made[key] ?? 0));

/** Finds by the filter alone and together with the common part of the usernames. */
async function found(filter: object): Promise<string[]> {
  const uidsOf = async (input: object) =>
    (await admin.client.callOk(getList, { ...input, count: 500 })).users.map(({ uid }) => uid);
  const alone = toKeys(await uidsOf(filter));
  expect(toKeys(await uidsOf({ ...filter, username: mark.toUpperCase() }))).toEqual(alone);
  return alone;
}

describe('the filters of the list of users', () => {
  it('select accounts by their source', async () => {
    expect(await found({ source: 'local' })).toEqual(['fresh', 'mei', 'both', 'chief', 'settled']);
    expect(await found({ source: 'ldap' })).toEqual(['ldap', 'both']);
    expect(await found({ source: 'oauth2' })).toEqual(['both']);
    expect(await found({ source: 'integration' })).toEqual(['link']);
  });

  it('select accounts by role and state', async () => {
    expect(await found({ groupid: 1 })).toEqual(['chief']);
    const invited = ['guest', 'late', 'orphan', 'moved', 'settled'];
    expect(await found({ groupid: 2 })).toEqual([
      'fresh',
      'mei',
      'ldap',
      'link',
      'none',
      ...invited,
    ]);
    expect(await found({ groupid: 3 })).toEqual(['both']);
    expect(await found({ state: 'disabled' })).toEqual(['link', 'none']);
    expect(await found({ state: 'invited' })).toEqual(['guest']);
    const others = ['late', 'orphan', 'moved', 'settled'];
    expect(await found({ state: 'active' })).toEqual([
      'fresh',
      'mei',
      'ldap',
      'both',
      'chief',
      ...others,
    ]);
  });

  it('tell which accounts wait for their owners', async () => {
    const { users } = await admin.client.callOk(getList, { username: mark, count: 500 });
    const invited = users.filter(({ is_invited }) => is_invited === 1).map(({ uid }) => uid);
    expect(toKeys(invited)).toEqual(['guest']);
    expect(await admin.client.callOk(getUser, { uid: made['guest'] ?? 0 })).toMatchObject({
      is_invited: 1,
      is_disabled: 0,
    });
  });

  it('select accounts by the later of the last login and the last use of a session', async () => {
    expect(await found({ last_seen: '7d' })).toEqual(['mei']);
    expect(await found({ last_seen: '30d' })).toEqual(['mei', 'ldap']);
    expect(await found({ last_seen: '90d' })).toEqual(['mei', 'ldap', 'both']);
    expect(await found({ last_seen: 'older' })).toEqual(['link', 'chief']);
    expect(await found({ last_seen: 'never' })).toEqual([
      'fresh',
      'none',
      'guest',
      'late',
      'orphan',
      'moved',
      'settled',
    ]);
  });

  it('select accounts by their second factor', async () => {
    expect(await found({ second_factor: 'on' })).toEqual(['both', 'chief']);
    expect(await found({ second_factor: 'off' })).toEqual(
      Object.keys(made).filter((key) => key !== 'both' && key !== 'chief'),
    );
    expect(await found({ second_factor: 'on', groupid: 3 })).toEqual(['both']);
  });

  it('apply together', async () => {
    expect(await found({ source: 'ldap', last_seen: '30d' })).toEqual(['ldap']);
    expect(await found({ source: 'ldap', state: 'disabled' })).toEqual([]);
    expect(await found({ state: 'disabled', last_seen: 'never' })).toEqual(['none']);
  });

  it('find parts of an email', async () => {
    for (const username of ['mei.lin@', 'LIN@Harbor.test', '林美']) {
      const { users, total } = await admin.client.callOk(getList, { username });
      expect(toKeys(users.map(({ uid }) => uid))).toEqual(['mei']);
      expect(total).toBe(1);
    }
    const both = { username: 'lin@harbor', state: 'disabled' } as const;
    expect((await admin.client.callOk(getList, both)).users).toEqual([]);
  });

  it('divide the matches into pages, with their number', async () => {
    const [first, second] = [
      await admin.client.callOk(getList, { username: mark, groupid: 2, count: 3 }),
      await admin.client.callOk(getList, { username: mark, groupid: 2, count: 3, page: 2 }),
    ];
    expect([first.total, second.total]).toEqual([10, 10]);
    const uids = [...first.users, ...second.users].map(({ uid }) => uid);
    expect(uids).toEqual(
      ['settled', 'moved', 'orphan', 'late', 'guest', 'none'].map((key) => made[key]),
    );
  });

  it('reject unknown values', async () => {
    for (const input of [
      { source: 'directory' },
      { groupid: 4 },
      { state: 'away' },
      { last_seen: '1d' },
      { second_factor: 'totp' },
    ])
      expect((await admin.client.call(getList, input as object)).error_code).toBe(10101);
  });

  it('take as many statements for a long list as for a short one', async () => {
    const count = (input: object) =>
      countQueries(site, () => admin.client.callOk(getList, { state: 'active', ...input }));
    expect(await count({ count: 500 })).toBe(await count({ count: 1 }));
  });
});

describe('a row of the list', () => {
  it('shows the sources and second factors of the account and when it was last seen', async () => {
    const { users } = await admin.client.callOk(getList, { username: mark, count: 100 });
    const row = (key: string) => users.find(({ uid }) => uid === made[key]);
    expect(row('both')?.sources).toEqual(['local', 'oauth2', 'ldap']);
    expect(row('none')?.sources).toEqual([]);
    expect(row('both')?.second_factors).toEqual(['passkey']);
    expect(row('chief')?.second_factors).toEqual(['totp', 'passkey']);
    expect(row('fresh')?.second_factors).toEqual([]);
    expect(row('fresh')?.last_seen_time).toBeNull();
    const { last_seen_time, last_login_time } = row('ldap') ?? {};
    expect(new Date(last_seen_time ?? 0).getTime()).toBeGreaterThan(
      new Date(last_login_time ?? 0).getTime(),
    );
  });

  it('shows the use of a session that began long ago', async () => {
    const { uid, username } = await makeUser(site);
    const client = await logIn(site, uid);
    await site.database.query(
      `update "user" set last_login_time = now() - interval '20 days' where uid = $1`,
      [uid],
    );
    await site.database.query(
      `update device set last_used_time = now() - interval '2 days' where uid = $1`,
      [uid],
    );
    await client.callOk(calls.user.info, {});
    await expect
      .poll(async () => (await admin.client.callOk(getList, { username, last_seen: '7d' })).total)
      .toBe(1);
  });
});

describe('one account', () => {
  it('has the number of its items and teams, each counted once', async () => {
    const user = await makeLoggedInUser(site);
    const owner = await makeLoggedInUser(site);
    await makeItem(site, { owner: user });
    const shared = await makeItem(site, { owner });
    await addMember(site, shared, user);
    await makeItem(site, { owner });
    const bound = await makeItem(site, { owner });
    const { id: team_id } = await owner.client.callOk(calls.team.save, { team_name: 'Docks' });
    const member = { team_id, member_username: user.username };
    await owner.client.callOk(calls.teamMember.save, member);
    await owner.client.callOk(calls.teamItem.save, { team_id, item_id: `${bound},${shared}` });
    const deleted = await makeItem(site, { owner: user });
    await site.database.query('update item set del_time = now() where item_id = $1', [deleted]);
    expect(await admin.client.callOk(getUser, { uid: user.uid })).toMatchObject({
      uid: user.uid,
      username: user.username,
      sources: ['local'],
      item_count: 3,
      team_count: 1,
    });
    expect((await admin.client.call(getUser, { uid: 999_999 })).error_code).toBe(10209);
  });
});

describe('the export of the list', () => {
  const exported = async (query: Record<string, string>) => {
    const answer = await admin.client.request({
      method: 'GET',
      url: calls.adminUser.export.path,
      query,
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="users-.*\.csv"$/);
    return answer.body.split('\r\n').slice(0, -1);
  };

  it('has the filtered accounts, without formulas and secrets, and is in the audit log', async () => {
    const { uid, username } = await makeUser(site, { name: '=HYPERLINK("http://x")' });
    const [head, ...rows] = await exported({ username, state: 'active' });
    expect(head).toMatch(/^\uFEFFuid,username,name,email,/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(new RegExp(`^${uid},${username},"'=HYPERLINK\\(""http://x""\\)",`));
    expect(rows[0]).not.toContain('argon2');
    const [withFactors] = (await exported({ username: `${mark}.chief` })).slice(1);
    expect(withFactors).toContain(',totp passkey,');
    expect(await exported({ username, state: 'disabled' })).toHaveLength(1);
    const { list } = await admin.client.callOk(calls.audit.getList, { action: 'adminUser.export' });
    expect(list[0]).toMatchObject({
      username: admin.username,
      facts: { username, state: 'disabled' },
    });
  });

  it('is complete in batches', async () => {
    const word = uniqueName('many');
    await site.database.query(
      `insert into "user" (username, username_key)
       select $1 || n, $1 || n from generate_series(1, 2500) n`,
      [word],
    );
    const names = (await exported({ username: word })).slice(1).map((row) => row.split(',')[1]);
    expect(names).toHaveLength(2500);
    expect(new Set(names).size).toBe(2500);
    expect((await admin.client.callOk(getList, { username: word })).total).toBe(1000);
  });
});
