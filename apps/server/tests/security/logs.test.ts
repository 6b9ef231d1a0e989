import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/http/logger.ts';
import { hashToken, newToken } from '../../src/secrets.ts';
import { makeLoggedInUser, makeUser, makeVisitor } from '../helpers/factories.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import { openIsolatedSite, openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { userRepository } from '../../src/modules/account/user.repository.ts';
import { mailLinkRepository } from '../../src/modules/user/mail-link.repository.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

/** Returns the secret values of a request, except short ones. */
function listSecrets(input: object): string[] {
  const named = /password|token|email|v_code/;
  return Object.entries(input)
    .filter(([name, value]) => named.test(name) && String(value).length > 8)
    .map(([, value]) => String(value));
}

interface ErrorLine {
  readonly msg: string;
  readonly request_id?: string;
  readonly err?: { stack: string };
}

const unexpectedErrors = (at: TestSite) =>
  at.logLines
    .map((line) => JSON.parse(line) as ErrorLine)
    .filter((line) => line.msg === 'unexpected error');

describe('the log', () => {
  it('contains no secret of any successful or rejected call', async () => {
    const secrets = new Set<string>();
    for (const { call, prepare } of allCalls)
      for (const more of [{}, { uid: -1, username: null, name: {} }]) {
        const { client, input } = await prepare(site);
        const user_token = `planted-${secrets.size}-token`;
        const sent = { ...input, ...more };
        const query = { token: `planted-${secrets.size}-query`, user_token };
        for (const secret of [...listSecrets(sent), ...Object.values(query)]) secrets.add(secret);
        for (const cookie of client.cookies.values()) secrets.add(cookie);
        const isGet = call.method === 'GET';
        const headers = { referer: `http://octavo.test/user/setup?token=${query.token}` };
        await client.request(
          isGet
            ? { method: 'GET', url: call.path, query: { ...(sent as object), ...query }, headers }
            : { method: 'POST', url: call.path, query, payload: sent, headers },
        );
        for (const cookie of client.cookies.values()) secrets.add(cookie);
      }
    const log = site.logLines.join('');
    expect(secrets.size).toBeGreaterThan(100);
    expect(site.logLines.length).toBeGreaterThan(40);
    expect([...secrets].filter((secret) => log.includes(secret))).toEqual([]);
  });

  it('contains no secret of a URL, known or unknown', async () => {
    for (const path of ['/user/ResetPasswordByUrl', '/user/verifyEmail', '/p', '/api/no/thing'])
      await site.app.inject(`${path}?token=planted-in-an-address&key=planted-in-an-address`);
    await site.app.inject('/p/planted-in-an-address');
    await site.app.inject('/%E0planted-in-an-address');
    expect(site.logLines.join('')).not.toContain('planted-in-an-address');
  });

  it('redacts secrets that are logged by mistake', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const names = ['authorization', 'cookie', 'password', 'new_password', 'confirm_password'];
    const more = [
      'token',
      'user_token',
      'api_token',
      'api_key',
      'v_code',
      'bind_password',
      'secret',
    ];
    for (const name of [...names, ...more, 'client_secret', 'page_content']) {
      log.info({ [name]: 'planted' }, 'line');
      log.info({ request: { headers: { [name]: 'planted' } } }, 'line');
      log.child({ [name]: 'planted' }).info('line');
      log.error({ err: Object.assign(new Error('line'), { [name]: 'planted' }) }, 'line');
    }
    expect(lines).toHaveLength(14 * 4);
    expect(lines.filter((line) => line.includes('planted'))).toEqual([]);
  });
});

describe('an unexpected error', () => {
  it('returns only its id to the client; the details are logged under that id', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { client, username } = await makeLoggedInUser(own);
    await own.database.query('alter table device rename to broken');
    const answer = await client.call(calls.user.devices, {});
    expect(answer).toMatchObject({ status: 500, error_code: 10101, data: null });
    const number = /[\da-f-]{36}/.exec(answer.error_message)?.[0];
    expect(answer.headers['x-request-id']).toBe(number);
    expect(answer.error_message).not.toMatch(/device|relation|select|\.ts|node_modules/);
    const found = unexpectedErrors(own).filter((line) => line.request_id === number);
    expect(found).toHaveLength(1);
    expect(found[0]?.err?.stack).toContain('relation "device" does not exist');

    await own.database.query('alter table "user" rename to broken_user');
    await makeVisitor(own).call(calls.user.login, { username, password: 'planted password' });
    expect(unexpectedErrors(own)).toHaveLength(2);
    expect(own.logLines.join('')).not.toContain('planted password');
  });

  it('does not occur if two users open verification links of one email address at the same time', async () => {
    const { verifyEmail } = calls.user;
    for (let round = 0; round < 5; round += 1) {
      const email = `same${round}@harbor.test`;
      const links = await Promise.all(
        [newToken(), newToken()].map(async (token) => {
          const { uid } = await makeUser(site);
          await userRepository(site.deps.db).bindEmail(uid, email);
          const link = { uid, purpose: 'verify', email, minutes: 9 } as const;
          await mailLinkRepository(site.deps.db).insert({ ...link, token_hash: hashToken(token) });
          return { uid, token };
        }),
      );
      const answers = await Promise.all(
        links.map((link) => makeVisitor(site).call(verifyEmail, link)),
      );
      const codes = answers.map(({ error_code }) => error_code).toSorted((a, b) => a - b);
      expect(codes).toEqual([0, 10609]);
    }
    expect(unexpectedErrors(site)).toEqual([]);
  });

  it('does not occur for a user who is deleted during the request', async () => {
    const gone = await makeLoggedInUser(site);
    await gone.client.callOk(calls.user.info, {});
    await site.database.query('delete from "user" where uid = $1', [gone.uid]);
    for (const { call, prepare } of allCalls.filter((row) => row.call.access.who === 'user')) {
      const { input } = await prepare(site);
      const answer = await gone.client.call(call, input);
      expect(answer.status).toBe(200);
    }
    expect(unexpectedErrors(site)).toEqual([]);
  });
});
