import { calls } from '@octavo/contract';
import { containsOwnName } from '@octavo/contract/own-names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeLoggedInUser,
  PASSWORD,
  makeUser,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { allCalls } from '../../../tests/helpers/valid-requests.ts';
import type { PreparedRequest } from '../../../tests/helpers/valid-requests.ts';
import { AppError } from '../../app-error.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { assertPassword } from './password.policy.ts';

const WRONG = 10611;
const RULES = {
  password_min_length: 8,
  password_common_refused: true,
  password_personal_refused: true,
};
const OWNER = { username: 'mei.lin', email: 'lighthouse@harbor.test' };

const errorOf = (password: string, rules: Partial<typeof RULES> = {}, owner = OWNER) => {
  try {
    assertPassword(password, owner, { ...RULES, ...rules });
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.errorName : error;
  }
};

describe('the password rules', () => {
  it.each([
    ['seven77', {}, 'passwordLength'],
    ['eight888', {}, undefined],
    ['x'.repeat(257), {}, 'passwordLength'],
    ['0 🐙🐙🐙 oooO', {}, undefined],
    // Eight UTF-16 units, four characters.
    ['🐙🐠🐡🦑', {}, 'passwordLength'],
    ['quiet boats', { password_min_length: 12 }, 'passwordLength'],
    ['quiet boats!', { password_min_length: 12 }, undefined],
    ['password', {}, 'passwordCommon'],
    ['PassWord', {}, 'passwordCommon'],
    ['password', { password_common_refused: false }, undefined],
    ['my MEI.LIN 7', {}, 'passwordPersonal'],
    ['ＭＥＩ.ＬＩＮ seven', {}, 'passwordPersonal'],
    ['a lighthouse 9', {}, 'passwordPersonal'],
    ['lighthouse@harbor.test', {}, 'passwordPersonal'],
    ['harbor.test 77', {}, undefined],
    ['my MEI.LIN 7', { password_personal_refused: false }, undefined],
  ] as const)('%s with %j: %s', (password, rules, expected) =>
    expect(errorOf(password, rules)).toBe(expected),
  );

  it('ignore names that any word may contain', () => {
    expect(containsOwnName('a million quiet boats', ['li', 'bo@x.test', ''])).toBe(false);
    expect(containsOwnName('a million quiet boats', ['boat'])).toBe(true);
  });
});

describe('every way to a new password', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  });
  afterAll(() => site.close());

  async function setRules(change: Partial<SiteSettings>) {
    await settingRepository(site.deps.db).save(change);
    publishSettingsChange(site.deps.bus);
  }

  /** The calls that set a password, and where it is in their requests. */
  const WAYS: Record<string, readonly string[]> = {
    'user.register': ['password', 'confirm_password'],
    'user.setup': ['password', 'confirm_password'],
    'user.acceptInvitation': ['password', 'confirm_password'],
    'user.resetPassword': ['new_password'],
    'user.resetPasswordByUrl': ['new_password'],
    'adminUser.addUser': ['password'],
  };

  it.each(allCalls.filter(({ name }) => name in WAYS))(
    '$name has the same rules',
    async ({ name, call, prepare }) => {
      /** A new request each time: captchas and links work once. */
      const send = async (passwordFor: (request: PreparedRequest) => string) => {
        await setRules({ password_min_length: 8 });
        const request = await prepare(site);
        await setRules({ password_min_length: 20 });
        const password = passwordFor(request);
        const fields = (WAYS[name] ?? []).map((field) => [field, password]);
        const input = { ...(request.input as object), ...Object.fromEntries(fields) };
        return request.client.call(call, input as never);
      };
      const short = await send(() => 'quiet boats at sea');
      expect([short.error_code, short.error_message]).toEqual([
        WRONG,
        'A password must have 20 to 256 characters',
      ]);
      expect((await send(() => 'qwertyuiop qwertyuiop 1')).error_code).toBe(0);
    },
  );

  it.each(['user.register', 'user.acceptInvitation', 'adminUser.addUser'])(
    '%s rejects the username',
    async (name) => {
      await setRules({ password_min_length: 8, password_personal_refused: true });
      const found = allCalls.find((each) => each.name === name);
      const request = await found?.prepare(site);
      const input = request?.input as { username: string };
      const fields = (WAYS[name] ?? []).map((field) => [field, `${input.username} 77`]);
      const answer = await request?.client.call(
        found?.call as never,
        {
          ...input,
          ...Object.fromEntries(fields),
        } as never,
      );
      expect(answer?.error_code).toBe(WRONG);
    },
  );

  it('rejects username and email of an existing account, and a link learns no username', async () => {
    await setRules({ password_min_length: 8, password_personal_refused: true });
    const { client, uid, username } = await makeLoggedInUser(site, {
      email: 'lighthouse@harbor.test',
    });
    for (const new_password of [`${username} 7`, 'Lighthouse 77'])
      expect(
        (await client.call(calls.user.resetPassword, { password: PASSWORD, new_password }))
          .error_code,
      ).toBe(WRONG);
    const admin = await makeLoggedInUser(site, { admin: true });
    const byAdmin = await admin.client.call(calls.adminUser.addUser, {
      uid,
      username,
      password: `${username} 7`,
    });
    expect(byAdmin.error_code).toBe(WRONG);
    const guess = { uid, email: 'x@harbor.test', token: 'unknown', new_password: `${username} 7` };
    const answer = await makeVisitor(site).call(calls.user.resetPasswordByUrl, guess);
    expect(answer.error_code).toBe(10609);
  });

  it('leaves existing passwords valid', async () => {
    const { username } = await makeUser(site);
    await setRules({ password_min_length: 64 });
    const answer = await makeVisitor(site).call(calls.user.login, { username, password: PASSWORD });
    expect(answer.error_code).toBe(0);
    expect(
      (await makeVisitor(site).callOk(calls.common.homePageSetting, {})).password_min_length,
    ).toBe(64);
    await setRules({ password_min_length: 8 });
  });
});
