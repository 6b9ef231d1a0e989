import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  uniqueAddress,
  makeUser,
  solveCaptcha,
  uniqueName,
  makeVisitor,
} from '../helpers/factories.ts';
import { waitForIdleQueue } from '../helpers/idle-queue.ts';
import { mailsTo } from '../helpers/mails.ts';
import { cpuTime } from '../helpers/cpu-time.ts';
import { medianGap } from '../helpers/median-gap.ts';
import { NIGHTLY } from '../helpers/nightly.ts';
import { openIsolatedSite, openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { userRepository } from '../../src/modules/account/user.repository.ts';

const { login, resetPasswordEmail } = calls.user;
const MAX_GAP_MS = 10;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const newEmail = () => `${uniqueName('mail')}@harbor.test`;

type UsernameFactory = () => Promise<string>;

/** Usernames that must be indistinguishable from an unknown username. */
const usernames: Record<string, UsernameFactory> = {
  'an unknown user': async () => uniqueName('unknown'),
  'a user': async () => (await makeUser(site)).username,
  'a user by email': async () => {
    const email = newEmail();
    await makeUser(site, { email });
    return email;
  },
  'a user by an unverified email': async () => {
    const email = newEmail();
    await userRepository(site.deps.db).bindEmail((await makeUser(site)).uid, email);
    return email;
  },
  'a disabled user': async () => {
    const { uid, username } = await makeUser(site);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
    return username;
  },
  'a user without a local password': async () => {
    const { uid, username } = await makeUser(site);
    await site.database.query('update "user" set password_hash = null where uid = $1', [uid]);
    return username;
  },
};

/** Returns the response without the headers that differ in every response. */
function visiblePart({
  headers,
  body,
  statusCode,
}: Awaited<ReturnType<TestSite['app']['inject']>>) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { statusCode, body, rest };
}

async function prepareFailedLogin(makeUsername: UsernameFactory) {
  const username = await makeUsername();
  const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
  return () =>
    client.request({
      method: 'POST',
      url: login.path,
      payload: { username, password: 'not this one' },
    });
}

describe('a failed login', () => {
  it.each(Object.entries(usernames))(
    'returns the same response for %s',
    async (_who, makeUsername) => {
      const unknown = visiblePart(
        await (
          await prepareFailedLogin(async () => uniqueName('unknown'))
        )(),
      );
      expect(visiblePart(await (await prepareFailedLogin(makeUsername))())).toEqual(unknown);
      expect(unknown.body).toContain('10204');
    },
  );

  it('requires a captcha after the same number of attempts for every username', async () => {
    for (const makeUsername of Object.values(usernames)) {
      const attempt = await prepareFailedLogin(makeUsername);
      const codes: number[] = [];
      for (let tries = 0; tries < 6; tries += 1)
        codes.push((await attempt()).json<{ error_code: number }>().error_code);
      expect(codes).toEqual([10204, 10204, 10204, 10204, 10210, 10206]);
    }
  });

  it('costs the same CPU time for unknown and existing usernames', async () => {
    const cost = async (makeUsername: UsernameFactory) => {
      const tries: Awaited<ReturnType<typeof prepareFailedLogin>>[] = [];
      for (let count = 0; count < 10; count += 1)
        tries.push(await prepareFailedLogin(makeUsername));
      return cpuTime(async () => {
        for (const attempt of tries) await attempt();
      });
    };
    const known = await cost(async () => (await makeUser(site)).username);
    const unknown = await cost(async () => uniqueName('unknown'));
    // A login that verifies no password costs a tenth of one that does.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it.runIf(NIGHTLY)('takes the same time for unknown and existing usernames', async () => {
    const gap = await medianGap(
      () => prepareFailedLogin(async () => uniqueName('unknown')),
      () => prepareFailedLogin(async () => (await makeUser(site)).username),
      MAX_GAP_MS,
    );
    expect(gap).toBeLessThan(MAX_GAP_MS);
  });
});

async function prepareResetRequest(at: TestSite, email: string, address = uniqueAddress()) {
  const client = makeVisitor(at, { 'x-forwarded-for': address });
  const v_code = await solveCaptcha(at, client, 'reset');
  return () =>
    client.request({ method: 'POST', url: resetPasswordEmail.path, payload: { email, v_code } });
}

async function existingEmail(): Promise<string> {
  const email = newEmail();
  await makeUser(site, { email });
  return email;
}

describe('requesting a password reset mail', () => {
  it('returns the same response for unknown and existing addresses', async () => {
    const [unknown, known] = await Promise.all(
      [newEmail(), await existingEmail()].map(async (email) => {
        const sendRequest = await prepareResetRequest(site, email);
        return visiblePart(await sendRequest());
      }),
    );
    expect(unknown?.body).toBe('{"error_code":0,"error_message":"","data":{}}');
    expect(known).toEqual(unknown);
  });

  it.runIf(NIGHTLY)('takes the same time for unknown and existing addresses', async () => {
    const gap = await medianGap(
      async () => prepareResetRequest(site, newEmail()),
      async () => prepareResetRequest(site, await existingEmail()),
      MAX_GAP_MS,
    );
    expect(gap).toBeLessThan(MAX_GAP_MS);
  });

  it('sends at most three mails an hour to one account, from however many IP addresses', async () => {
    const own = await openIsolatedSite({ TRUST_PROXY: '1' });
    const email = newEmail();
    await makeUser(own, { email });
    const requests = await Promise.all(
      Array.from({ length: 20 }, () => prepareResetRequest(own, email)),
    );
    await Promise.all(requests.map((sendRequest) => sendRequest()));
    await waitForIdleQueue(own.database);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('counts only delivered mails: a mail that finds no mail server is retried', async () => {
    const own = await openIsolatedSite({ TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' });
    const email = newEmail();
    await makeUser(own, { email });
    const sendRequest = await prepareResetRequest(own, email);
    await sendRequest();
    await expect.poll(() => own.logLines.join('')).toContain('job failed');
    expect(await own.database.query('select * from mail_link')).toEqual([]);
  });

  it('is rejected after ten requests an hour from one IP address', async () => {
    const address = uniqueAddress();
    const codes: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const sendRequest = await prepareResetRequest(site, newEmail(), address);
      const answer = await sendRequest();
      codes.push(answer.json<{ error_code: number }>().error_code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 0), 10602]);
  });
});
