import { calls } from '@octavo/contract';
import { describe, expect, it } from 'vitest';
import { ensureFirstAdmin } from '../../src/first-start.ts';
import { dumpDatabase } from '../helpers/database-content.ts';
import { makeLoggedInUser, PASSWORD, uniqueName, makeVisitor } from '../helpers/factories.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import { openIsolatedSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const { setup, login } = calls.user;
const { homePageSetting } = calls.common;

const COMMON_USERNAMES = [
  'admin',
  'root',
  'octavo',
  'showdoc',
  'test',
  'guest',
  '123456',
  'password',
  '',
];

async function countUsers(site: TestSite): Promise<number> {
  const rows = await site.database.query<{ users: number }>(
    'select count(*)::int as users from "user"',
  );
  return rows[0]?.users ?? -1;
}

/** Returns the tokens of the setup links in the log, which only the operator can read. */
function loggedSetupTokens(site: TestSite): string[] {
  return site.logLines
    .map((line) => (JSON.parse(line) as { setup_link?: string }).setup_link)
    .filter((link) => link !== undefined)
    .map((link) => new URL(link).searchParams.get('token') ?? '');
}

const newAdmin = (token: string) => ({
  username: uniqueName('chief'),
  password: PASSWORD,
  confirm_password: PASSWORD,
  token,
});

describe('a fresh installation', () => {
  it('has no account, and common usernames cannot log in', async () => {
    const site = await openIsolatedSite({ TRUST_PROXY: '1' });
    expect(await countUsers(site)).toBe(0);
    for (const word of COMMON_USERNAMES) {
      const answer = await makeVisitor(site).call(login, { username: word, password: '123456' });
      expect(answer.error_code).toBe(10204);
    }
    expect(await countUsers(site)).toBe(0);
    expect(await dumpDatabase(site.database)).not.toContain('argon2');
  });

  it('logs one setup link, however many processes start, and stores only its hash', async () => {
    const site = await openIsolatedSite();
    await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(site.deps)));
    await ensureFirstAdmin(site.deps);
    const tokens = loggedSetupTokens(site);
    expect(tokens).toHaveLength(1);
    expect(await dumpDatabase(site.database)).not.toContain(tokens[0]);
  });

  it('creates one administrator with the setup link, which works once', async () => {
    const site = await openIsolatedSite({ TRUST_PROXY: '1' });
    await ensureFirstAdmin(site.deps);
    const [token = ''] = loggedSetupTokens(site);
    expect((await makeVisitor(site).callOk(homePageSetting, {})).needs_setup).toBe(true);
    const wrong = await makeVisitor(site).call(setup, newAdmin(`${token.slice(1)}x`));
    expect(wrong.error_code).toBe(10609);
    expect(await countUsers(site)).toBe(0);

    const tries = Array.from({ length: 8 }, () => makeVisitor(site).call(setup, newAdmin(token)));
    const codes = (await Promise.all(tries)).map((answer) => answer.error_code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(await countUsers(site)).toBe(1);
    expect((await makeVisitor(site).callOk(homePageSetting, {})).needs_setup).toBe(false);
  });

  it('cannot be set up again once an administrator exists', async () => {
    const site = await openIsolatedSite({ TRUST_PROXY: '1' });
    await ensureFirstAdmin(site.deps);
    const [token = ''] = loggedSetupTokens(site);
    const { client } = await makeLoggedInUser(site, { admin: true });
    for (const who of [makeVisitor(site), client]) {
      const answer = await who.call(setup, newAdmin(token));
      expect(answer).toMatchObject({ error_code: 10101, data: null });
    }
    await ensureFirstAdmin(site.deps);
    expect(loggedSetupTokens(site)).toHaveLength(1);
    expect(await countUsers(site)).toBe(1);
  });

  it('creates the first administrator from the environment, once', async () => {
    const site = await openIsolatedSite({ ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: PASSWORD });
    await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(site.deps)));
    expect(await countUsers(site)).toBe(1);
    const chief = await makeVisitor(site).callOk(login, { username: 'chief', password: PASSWORD });
    expect(chief.groupid).toBe(1);
    const created = await site.database.query(
      `select subject, actor_kind from audit_log where action = 'user.setup'`,
    );
    expect(created).toEqual([{ subject: 'chief', actor_kind: 'system' }]);
    await site.database.query('update "user" set groupid = 2');
    await ensureFirstAdmin(site.deps);
    expect(await countUsers(site)).toBe(1);
    const admin = { username: 'chief', password: '123' };
    const weak = { ...site.deps, config: { ...site.deps.config, admin } };
    await expect(ensureFirstAdmin(weak)).rejects.toThrow(/^ADMIN_USERNAME, ADMIN_PASSWORD: .*8/);
  });
});

describe('without an administrator', () => {
  it('only three calls create an account, and only one of them an administrator', async () => {
    const site = await openIsolatedSite({ TRUST_PROXY: '1', ROLES: 'web', DEMO_ITEMS: '0' });
    const accountCreators = new Set<string>();
    const adminCreators = new Set<string>();
    const hasAdmin = async () =>
      (await site.database.query('select from "user" where groupid = 1')).length > 0;
    for (const { name, call, prepare } of allCalls) {
      const { client, input } = await prepare(site);
      await site.database.query('delete from "user" where groupid = 1');
      const before = await countUsers(site);
      await client.request(
        call.method === 'GET'
          ? { method: 'GET', url: call.path, query: input as Record<string, string> }
          : { method: 'POST', url: call.path, payload: input },
      );
      if ((await countUsers(site)) !== before) accountCreators.add(name);
      if (await hasAdmin()) adminCreators.add(name);
    }
    expect([...accountCreators]).toEqual(['user.register', 'user.setup', 'extLogin.oauth2']);
    expect([...adminCreators]).toEqual(['user.setup']);
  });
});
