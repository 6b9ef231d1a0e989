import { hash } from '@node-rs/argon2';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../helpers/database-content.ts';
import { makeLoggedInUser, makeUser, PASSWORD, makeVisitor } from '../helpers/factories.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const { login, resetPassword } = calls.user;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

async function loadPasswordHash(uid: number): Promise<string> {
  const rows = await site.database.query<{ password_hash: string }>(
    'select password_hash from "user" where uid = $1',
    [uid],
  );
  return rows[0]?.password_hash ?? '';
}

describe('a password', () => {
  it('is stored as Argon2id with 46 MiB and a separate salt', async () => {
    const [first, second] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    for (const { client } of [first, second])
      await client.callOk(resetPassword, { password: PASSWORD, new_password: 'another horse 8' });
    const hashes = [await loadPasswordHash(first.uid), await loadPasswordHash(second.uid)];
    for (const storedHash of hashes)
      expect(storedHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22,}\$/);
    expect(new Set(hashes).size).toBe(2);
    expect(await dumpDatabase(site.database)).not.toContain('another horse 8');
  });

  it('stored with lower cost is rehashed on the next login', async () => {
    const { uid, username } = await makeUser(site);
    const old = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await site.database.query('update "user" set password_hash = $2 where uid = $1', [uid, old]);
    const wrong = await makeVisitor(site).call(login, { username, password: 'wrong' });
    expect(wrong.error_code).toBe(10204);
    expect(await loadPasswordHash(uid)).toBe(old);
    await makeVisitor(site).callOk(login, { username, password: PASSWORD });
    expect(await loadPasswordHash(uid)).toContain('m=47104,t=1,p=1');
    await makeVisitor(site).callOk(login, { username, password: PASSWORD });
  });

  it('has 8 to 256 characters, all of which count', async () => {
    const { client, username } = await makeLoggedInUser(site);
    const long = `${'x'.repeat(254)}ab`;
    await client.callOk(resetPassword, { password: PASSWORD, new_password: long });
    const tryLogin = async (password: string) =>
      (await makeVisitor(site).call(login, { username, password })).error_code;
    expect(await tryLogin(`${'x'.repeat(254)}ac`)).toBe(10204);
    expect(await tryLogin(long.slice(0, 72))).toBe(10204);
    expect(await tryLogin(long)).toBe(0);
    for (const new_password of ['seven 7', `${long}c`, 'password', 'letmein1'])
      expect((await client.call(resetPassword, { password: long, new_password })).error_code).toBe(
        10611,
      );
  });

  it('in any script is stored as typed', async () => {
    const { client, username } = await makeLoggedInUser(site);
    const typed = ' 码头 潮汐 🔑 ｆｕｌｌ ';
    await client.callOk(resetPassword, { password: PASSWORD, new_password: typed });
    await makeVisitor(site).callOk(login, { username, password: typed });
    const trimmed = await makeVisitor(site).call(login, { username, password: typed.trim() });
    expect(trimmed.error_code).toBe(10204);
  });
});
