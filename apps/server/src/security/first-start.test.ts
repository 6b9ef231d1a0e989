import { calls } from '@octavo/contract';
import { describe, expect, it } from 'vitest';
import { prepareFirstAdmin } from '../first-start.ts';
import { dump } from '../testing/all-rows.ts';
import { makeLoggedIn, PASSWORD, uniqueName, visitor } from '../testing/factories.ts';
import { everyCall } from '../testing/good-requests.ts';
import { openOwnSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';

const { setup, login } = calls.user;
const { homePageSetting } = calls.common;

const WORDS = ['admin', 'root', 'octavo', 'showdoc', 'test', 'guest', '123456', 'password', ''];

async function countUsers(site: TestSite): Promise<number> {
  const rows = await site.database.query<{ users: number }>(
    'select count(*)::int as users from "user"',
  );
  return rows[0]?.users ?? -1;
}

/** Returns the tokens of the setup links in the log, which only the operator can read. */
function printedTokens(site: TestSite): string[] {
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
    const site = await openOwnSite({ TRUST_PROXY: '1' });
    expect(await countUsers(site)).toBe(0);
    for (const word of WORDS) {
      const answer = await visitor(site).call(login, { username: word, password: '123456' });
      expect(answer.error_code).toBe(10204);
    }
    expect(await countUsers(site)).toBe(0);
    expect(await dump(site.database)).not.toContain('argon2');
  });

  it('logs one setup link, however many processes start, and stores only its hash', async () => {
    const site = await openOwnSite();
    await Promise.all([1, 2, 3].map(() => prepareFirstAdmin(site.deps)));
    await prepareFirstAdmin(site.deps);
    const tokens = printedTokens(site);
    expect(tokens).toHaveLength(1);
    expect(await dump(site.database)).not.toContain(tokens[0]);
  });

  it('creates one administrator with the setup link, which works once', async () => {
    const site = await openOwnSite({ TRUST_PROXY: '1' });
    await prepareFirstAdmin(site.deps);
    const [token = ''] = printedTokens(site);
    expect((await visitor(site).must(homePageSetting, {})).needs_setup).toBe(true);
    const wrong = await visitor(site).call(setup, newAdmin(`${token.slice(1)}x`));
    expect(wrong.error_code).toBe(10609);
    expect(await countUsers(site)).toBe(0);

    const tries = Array.from({ length: 8 }, () => visitor(site).call(setup, newAdmin(token)));
    const codes = (await Promise.all(tries)).map((answer) => answer.error_code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(await countUsers(site)).toBe(1);
    expect((await visitor(site).must(homePageSetting, {})).needs_setup).toBe(false);
  });

  it('cannot be set up again once an administrator exists', async () => {
    const site = await openOwnSite({ TRUST_PROXY: '1' });
    await prepareFirstAdmin(site.deps);
    const [token = ''] = printedTokens(site);
    const { client } = await makeLoggedIn(site, { admin: true });
    for (const who of [visitor(site), client]) {
      const answer = await who.call(setup, newAdmin(token));
      expect(answer).toMatchObject({ error_code: 10101, data: null });
    }
    await prepareFirstAdmin(site.deps);
    expect(printedTokens(site)).toHaveLength(1);
    expect(await countUsers(site)).toBe(1);
  });

  it('creates the first administrator from the environment, once', async () => {
    const site = await openOwnSite({ ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: PASSWORD });
    await Promise.all([1, 2, 3].map(() => prepareFirstAdmin(site.deps)));
    expect(await countUsers(site)).toBe(1);
    const chief = await visitor(site).must(login, { username: 'chief', password: PASSWORD });
    expect(chief.groupid).toBe(1);
    await site.database.query('update "user" set groupid = 2');
    await prepareFirstAdmin(site.deps);
    expect(await countUsers(site)).toBe(1);
    const admin = { username: 'chief', password: '123' };
    const weak = { ...site.deps, config: { ...site.deps.config, admin } };
    await expect(prepareFirstAdmin(weak)).rejects.toThrow(/^ADMIN_USERNAME, ADMIN_PASSWORD: .*8/);
  });
});

describe('without an administrator', () => {
  it('only three calls create an account, and only one of them an administrator', async () => {
    const site = await openOwnSite({ TRUST_PROXY: '1', ROLES: 'web', DEMO_ITEMS: '0' });
    const makers = new Set<string>();
    const crowners = new Set<string>();
    const hasAdmin = async () =>
      (await site.database.query('select from "user" where groupid = 1')).length > 0;
    for (const { name, call, prepare } of everyCall) {
      const { client, input } = await prepare(site);
      await site.database.query('delete from "user" where groupid = 1');
      const before = await countUsers(site);
      await client.request(
        call.method === 'GET'
          ? { method: 'GET', url: call.path, query: input as Record<string, string> }
          : { method: 'POST', url: call.path, payload: input },
      );
      if ((await countUsers(site)) !== before) makers.add(name);
      if (await hasAdmin()) crowners.add(name);
    }
    expect([...makers]).toEqual(['user.register', 'user.setup', 'extLogin.oauth2']);
    expect([...crowners]).toEqual(['user.setup']);
  });
});
