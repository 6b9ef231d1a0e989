import { calls } from '@octavo/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  solveCaptcha,
  uniqueAddress,
} from '../../../tests/helpers/factories.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';

const WAIT_ERROR = 10684;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
});
afterAll(() => site.close());
beforeEach(() => setWait(15));

async function setWait(login_wait_minutes: number) {
  await settingRepository(site.deps.db).save({ login_wait_minutes });
  publishSettingsChange(site.deps.bus);
}

/** Logs in from this address, with the captcha that is required after failures. */
async function attempt(address: string, username: string, password: string) {
  const client = makeVisitor(site, { 'x-forwarded-for': address });
  const v_code = await solveCaptcha(site, client, 'login');
  return client.call(calls.user.login, { username, password, v_code });
}

describe('a wait after ten failures in a row', () => {
  it('concerns the address and the account of the failures only', async () => {
    const { username } = await makeUser(site);
    const other = await makeUser(site);
    const [attacker, home] = [uniqueAddress(), uniqueAddress()];
    for (let failures = 1; failures < 10; failures += 1)
      expect((await attempt(attacker, username, 'wrong')).error_code).not.toBe(WAIT_ERROR);
    expect(await attempt(attacker, username, 'wrong')).toMatchObject({
      error_code: WAIT_ERROR,
      status: 429,
      error_message: expect.stringContaining('15 minutes'),
    });
    expect((await attempt(attacker, username, PASSWORD)).error_code).toBe(WAIT_ERROR);
    expect((await attempt(attacker, other.username, PASSWORD)).error_code).toBe(0);
    // The owner is not locked out.
    expect((await attempt(home, username, PASSWORD)).error_code).toBe(0);
    // Nor does their login end the wait of the attacker.
    expect((await attempt(attacker, username, PASSWORD)).error_code).toBe(WAIT_ERROR);
    await setWait(0);
    expect((await attempt(attacker, username, PASSWORD)).error_code).toBe(0);
  });

  it('is the same for unknown usernames', async () => {
    const address = uniqueAddress();
    const codes = [];
    for (let failures = 0; failures < 11; failures += 1)
      codes.push((await attempt(address, 'no one.at.all', 'wrong')).error_code);
    expect(codes.slice(9)).toEqual([WAIT_ERROR, WAIT_ERROR]);
  });

  it('begins after failures in a row: a success starts the count again', async () => {
    const { username } = await makeUser(site);
    const address = uniqueAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let failures = 0; failures < 9; failures += 1)
        expect((await attempt(address, username, 'wrong')).error_code).not.toBe(WAIT_ERROR);
      expect((await attempt(address, username, PASSWORD)).error_code).toBe(0);
    }
  });

  it('does not exist by default', async () => {
    await setWait(0);
    const { username } = await makeUser(site);
    const address = uniqueAddress();
    for (let failures = 0; failures < 12; failures += 1)
      expect((await attempt(address, username, 'wrong')).error_code).not.toBe(WAIT_ERROR);
    expect((await attempt(address, username, PASSWORD)).error_code).toBe(0);
  });

  it('applies to the codes of the second factor', async () => {
    const address = { 'x-forwarded-for': uniqueAddress() };
    const { client, uid } = await makeLoggedInUser(site, {}, address);
    const { secret } = await addSecondFactor(site, uid);
    const confirm = async (factor_code: string) => {
      const v_code = await solveCaptcha(site, client, 'login');
      return (await client.call(calls.user.confirm, { factor_code, v_code })).error_code;
    };
    for (let failures = 0; failures < 10; failures += 1) await confirm('000000');
    expect(await confirm(totpCode(site, secret))).toBe(WAIT_ERROR);
  });
});
