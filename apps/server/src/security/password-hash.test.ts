import { hash } from '@node-rs/argon2';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump } from '../testing/all-rows.ts';
import { makeLoggedIn, makeUser, PASSWORD, visitor } from '../testing/factories.ts';
import { openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';

const { login, resetPassword } = calls.user;

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

describe('a password', () => {
  it('is stored as Argon2id with 46 MiB and a separate salt', async () => {
    const [first, second] = [await makeLoggedIn(site), await makeLoggedIn(site)];
    for (const { client } of [first, second])
      await client.must(resetPassword, { password: PASSWORD, new_password: 'another horse 8' });
    const hashes = [await hashOf(first.uid), await hashOf(second.uid)];
    for (const kept of hashes)
      expect(kept).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22,}\$/);
    expect(new Set(hashes).size).toBe(2);
    expect(await dump(site.database)).not.toContain('another horse 8');
  });

  it('stored with lower cost is rehashed on the next login', async () => {
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

  it('has 8 to 256 characters, all of which count', async () => {
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

  it('in any script is stored as typed', async () => {
    const { client, username } = await makeLoggedIn(site);
    const typed = ' 码头 潮汐 🔑 ｆｕｌｌ ';
    await client.must(resetPassword, { password: PASSWORD, new_password: typed });
    await visitor(site).must(login, { username, password: typed });
    const trimmed = await visitor(site).call(login, { username, password: typed.trim() });
    expect(trimmed.error_code).toBe(10204);
  });
});
