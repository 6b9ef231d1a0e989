import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../helpers/factories.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import type { PreparedRequest } from '../helpers/valid-requests.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

let site: TestSite;
let victim: number;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  victim = (await makeUser(site, { email: 'victim@harbor.test' })).uid;
});
afterAll(() => site.close());

/** Columns and claims that an attacker could try to have stored. */
const extras = () => ({
  uid: victim,
  groupid: 1,
  email_verify: 1,
  username: 'squatter',
  username_key: 'squatter',
  name: 'squatter',
  email: 'squatter@evil.test',
  password_hash: 'squatter',
  disabled_time: '2020-01-01T00:00:00Z',
  reg_time: '2020-01-01T00:00:00Z',
  device_id: 1,
  kind: 'token',
  token_hash: 'squatter',
  register_open: 0,
  home_page: 3,
  is_archived: 1,
  creator: victim,
  item_manage: 1,
  viewer: { uid: victim, groupid: 1 },
  'user.groupid': 1,
});

async function loadUser(uid: number) {
  const rows = await site.database.query(
    `select u.*, (select count(*) from device d where d.uid = u.uid) as devices from "user" u
     where uid = $1`,
    [uid],
  );
  return rows[0];
}

async function outcome(
  call: (typeof allCalls)[number]['call'],
  prepared: PreparedRequest,
  more: object,
) {
  const own = new Set(Object.keys(call.request.shape));
  const added = Object.entries(more).filter(([name]) => !own.has(name));
  const input = { ...prepared.input, ...Object.fromEntries(added) };
  const answer = await prepared.client.request(
    call.method === 'GET'
      ? { method: 'GET', url: call.path, query: input }
      : { method: 'POST', url: call.path, payload: input },
  );
  const json = String(answer.headers['content-type']).startsWith('application/json');
  const envelope = json ? answer.json<{ error_code: number; data: { uid?: number } }>() : undefined;
  const uid = prepared.uid ?? envelope?.data.uid;
  const user = uid === undefined ? undefined : await loadUser(uid);
  return {
    status: answer.statusCode,
    code: envelope?.error_code,
    fields: Object.keys(envelope?.data ?? {}).toSorted(),
    groupid: user?.['groupid'],
    name: user?.['name'],
    verified: user?.['email_verify'],
    email: String(user?.['email']).replace(/^.*@/, ''),
    disabled: user?.['disabled_time'],
    isNew: user ? Date.now() - (user['reg_time'] as Date).getTime() < 3600_000 : undefined,
    hashed: String(user?.['password_hash']).slice(0, 9),
    devices: user?.['devices'],
  };
}

/** Settings reject unknown fields by name, because a setting that is silently not saved is worse than an error. */
const isStrict = ({ call }: (typeof allCalls)[number]) =>
  !call.request.safeParse({ extra: 1 }).success &&
  JSON.stringify(call.request.safeParse({ extra: 1 }).error).includes('unrecognized_keys');

describe('fields that a call does not declare', () => {
  const settings = allCalls.filter(isStrict);

  it('are rejected by the settings only', () => {
    const nouns = new Set(settings.map(({ name }) => name.split('.')[0]));
    expect(nouns).toEqual(
      new Set(['adminDirectory', 'adminScim', 'adminSecurity', 'adminSetting']),
    );
    const saves = allCalls.filter(({ name }) =>
      /^admin(?:Setting|Directory|Scim|Security)\.save/.test(name),
    );
    expect(saves.length).toBeGreaterThan(3);
    for (const save of saves) expect(settings).toContain(save);
  });

  it.each(settings)('are rejected by name by $name', async ({ call, prepare }) => {
    const { client, input } = await prepare(site);
    const sent = { ...input, email_verify: 1 };
    const answer = await client.request({ method: 'POST', url: call.path, payload: sent });
    expect(answer.json()).toMatchObject({
      error_code: 10101,
      error_message: expect.stringContaining('email_verify') as string,
    });
  });

  it.each(allCalls.filter((row) => !isStrict(row)))(
    'are ignored by $name',
    async ({ call, prepare }) => {
      const victimBefore = await loadUser(victim);
      const withoutExtras = await outcome(call, await prepare(site), {});
      const withExtras = await outcome(call, await prepare(site), extras());
      expect(withoutExtras.code ?? 0).toBe(0);
      expect(withExtras).toEqual(withoutExtras);
      expect(await loadUser(victim)).toEqual(victimBefore);
      expect(await site.database.query(`select * from "user" where username = 'squatter'`)).toEqual(
        [],
      );
      expect(await settingRepository(site.deps.db).load()).toMatchObject({
        register_open: true,
        home_page: 1,
      });
    },
  );
});
