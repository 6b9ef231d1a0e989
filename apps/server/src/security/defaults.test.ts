import { hash } from '@node-rs/argon2';
import { calls } from '@octavo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump } from '../testing/all-rows.ts';
import { freshAddress, makeLoggedIn, makeUser, PASSWORD, visitor } from '../testing/factories.ts';
import { openOwnSite, openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';

const { login, resetPassword, verifyEmail } = calls.user;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

async function hashOf(uid: number): Promise<string> {
  const rows = await site.database.query<{ password_hash: string }>(
    'select password_hash from "user" where uid = $1',
    [uid],
  );
  return rows[0]?.password_hash ?? '';
}

describe('S06 a password', () => {
  it('is kept as Argon2id of 46 MiB, each with its own salt', async () => {
    const [first, second] = [await makeLoggedIn(site), await makeLoggedIn(site)];
    for (const { client } of [first, second])
      await client.must(resetPassword, { password: PASSWORD, new_password: 'another horse 8' });
    const hashes = [await hashOf(first.uid), await hashOf(second.uid)];
    for (const kept of hashes)
      expect(kept).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22,}\$/);
    expect(new Set(hashes).size).toBe(2);
    expect(await dump(site.database)).not.toContain('another horse 8');
  });

  it('kept at lower costs is hashed anew by the next login', async () => {
    const { uid, username } = await makeUser(site);
    const old = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await site.database.query('update "user" set password_hash = $2 where uid = $1', [uid, old]);
    const wrong = await visitor(site).call(login, { username, password: 'wrong' });
    expect(wrong.error_code).toBe(10204);
    expect(await hashOf(uid)).toBe(old);
    await visitor(site).must(login, { username, password: PASSWORD });
    expect(await hashOf(uid)).toContain('m=47104,t=1,p=1');
    await visitor(site).must(login, { username, password: PASSWORD });
  });

  it('has 8 to 256 signs, all of which count', async () => {
    const { client, username } = await makeLoggedIn(site);
    const long = `${'x'.repeat(254)}ab`;
    await client.must(resetPassword, { password: PASSWORD, new_password: long });
    const tried = async (password: string) =>
      (await visitor(site).call(login, { username, password })).error_code;
    expect(await tried(`${'x'.repeat(254)}ac`)).toBe(10204);
    expect(await tried(long.slice(0, 72))).toBe(10204);
    expect(await tried(long)).toBe(0);
    for (const new_password of ['seven 7', `${long}c`, 'password', 'letmein1'])
      expect((await client.call(resetPassword, { password: long, new_password })).error_code).toBe(
        10611,
      );
  });

  it('of any script is taken as it was typed', async () => {
    const { client, username } = await makeLoggedIn(site);
    const typed = ' 码头 潮汐 🔑 ｆｕｌｌ ';
    await client.must(resetPassword, { password: PASSWORD, new_password: typed });
    await visitor(site).must(login, { username, password: typed });
    const trimmed = await visitor(site).call(login, { username, password: typed.trim() });
    expect(trimmed.error_code).toBe(10204);
  });
});

describe('S10 the address of a client', () => {
  const spoofed = () => ({
    'x-forwarded-for': freshAddress(),
    'x-real-ip': freshAddress(),
    'x-client-ip': freshAddress(),
    'cf-connecting-ip': freshAddress(),
    forwarded: `for="[${freshAddress()}]"`,
  });

  /** How many of 70 tries are let through a limit of 60 for one address. */
  async function passed(at: TestSite, headers: () => Record<string, string>): Promise<number> {
    let count = 0;
    for (let tries = 0; tries < 70; tries += 1) {
      const answer = await visitor(at, headers()).call(verifyEmail, { uid: 1, token: 'x' });
      if (answer.status !== 429) count += 1;
    }
    return count;
  }

  it('is that of the connection: what a request claims moves no limit', async () => {
    expect(await passed(site, spoofed)).toBe(60);
  });

  it('is what the trusted proxy saw, however many addresses stand before it', async () => {
    const behind = await openOwnSite({ TRUST_PROXY: '1', ROLES: 'web' });
    const seen = freshAddress();
    const chain = () => ({ 'x-forwarded-for': `${freshAddress()}, ${freshAddress()}, ${seen}` });
    expect(await passed(behind, chain)).toBe(60);
    expect(await passed(behind, spoofed)).toBe(70);
  });

  it('is not taken from a neighbour that is not the proxy', async () => {
    const elsewhere = await openOwnSite({ TRUST_PROXY: '10.0.0.0/8', ROLES: 'web' });
    expect(await passed(elsewhere, spoofed)).toBe(60);
  });

  it('T41 and the host of a request are no part of any answer', async () => {
    const answer = await site.app.inject({
      method: 'GET',
      url: '/api/openapi.json',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    });
    expect(answer.body).toContain('http://octavo.test');
    expect(answer.body).not.toContain('evil.test');
  });
});

describe('S12 the role of the application', () => {
  it.each([
    'create table x (a int)',
    'create schema x',
    'alter table "user" add column x int',
    'drop table setting',
    'truncate "user"',
    'create index x on "user" (name)',
    'create function x() returns int language sql as $$ select 1 $$',
    'create extension citext',
    'create role x',
    'alter role octavo_app superuser',
    `copy "user" to '/tmp/x'`,
    `copy "user" from program 'id'`,
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    'set session authorization octavo_owner',
    'set role octavo_owner',
    'update migration set name = name',
    'delete from migration',
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(site.deps.db)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42P01|0LP01)$/),
    });
  });

  it('is no superuser and owns nothing', async () => {
    const { rows } = await sql<object>`
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
      from pg_roles where rolname = current_user`.execute(site.deps.db);
    expect(new Set(Object.values(rows[0] ?? {}))).toEqual(new Set([false]));
    const owned = await sql`
      select relname from pg_class where relowner = current_user::regrole`.execute(site.deps.db);
    expect(owned.rows).toEqual([]);
  });

  it.each([
    ['statement_timeout', '15s'],
    ['idle_in_transaction_session_timeout', '10s'],
    ['lock_timeout', '5s'],
  ])('has %s of %s', async (setting, value) => {
    const { rows } = await sql<object>`show ${sql.raw(setting)}`.execute(site.deps.db);
    expect(rows).toEqual([{ [setting]: value }]);
  });
});
