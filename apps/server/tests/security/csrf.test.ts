import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAllTables } from '../helpers/database-content.ts';
import { makeLoggedInUser, makeUser, PASSWORD, makeVisitor } from '../helpers/factories.ts';
import { allCommands } from '../helpers/valid-requests.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const EVIL = 'http://evil.test';
const FORM = 'application/x-www-form-urlencoded';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

type Fields = Record<string, unknown>;
/** A request that another site can make a victim's browser send. */
type Attack = (fields: Fields) => Pick<InjectOptions, 'method' | 'payload' | 'query'> & {
  headers: Record<string, string | undefined>;
};

const form = (fields: Fields) => new URLSearchParams(fields as Record<string, string>).toString();
const crossSite = { origin: EVIL, 'sec-fetch-site': 'cross-site', referer: `${EVIL}/` };
const noOriginHeaders = { origin: undefined, 'sec-fetch-site': undefined };
const post = (headers: Record<string, string | undefined>, type: string, payload: string) =>
  ({ method: 'POST', headers: { ...headers, 'content-type': type }, payload }) as const;

const attacks: Record<string, Attack> = {
  'a form': (fields) => post(crossSite, FORM, form(fields)),
  'a form of a browser that sends only Origin': (fields) =>
    post({ ...noOriginHeaders, origin: EVIL }, FORM, form(fields)),
  'a form in a sandboxed frame': (fields) =>
    post({ ...crossSite, origin: 'null' }, FORM, form(fields)),
  'a form without Origin and Sec-Fetch-Site': (fields) => post(noOriginHeaders, FORM, form(fields)),
  'a form of a sibling subdomain': (fields) =>
    post({ origin: 'http://wiki.octavo.test', 'sec-fetch-site': 'same-site' }, FORM, form(fields)),
  'a form that claims our Origin': (fields) =>
    post({ ...crossSite, origin: 'http://octavo.test' }, FORM, form(fields)),
  'JSON as plain text': (fields) => post(crossSite, 'text/plain', JSON.stringify(fields)),
  'JSON as JSON': (fields) => post(crossSite, 'application/json', JSON.stringify(fields)),
  'a beacon': (fields) => post(crossSite, 'text/plain;charset=UTF-8', form(fields)),
  'a multipart form': (fields) => {
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    );
    return post(crossSite, 'multipart/form-data; boundary=x', `${parts.join('')}--x--\r\n`);
  },
  'an image with the fields in its URL': (fields) => ({
    method: 'GET',
    headers: { ...crossSite, origin: undefined },
    query: fields as Record<string, string>,
  }),
  'a link with the fields in its URL': (fields) => ({
    method: 'GET',
    headers: { ...noOriginHeaders, referer: `${EVIL}/` },
    query: fields as Record<string, string>,
  }),
};

/** The victim is logged in, even if the call needs no login. */
async function prepareVictim(prepare: (typeof allCommands)[number]['prepare']) {
  const { client, input } = await prepare(site);
  if (!client.cookies.has('octavo')) {
    const { client: other } = await makeLoggedInUser(site);
    client.cookies.set('octavo', other.cookies.get('octavo') ?? '');
  }
  return { client, input: input as Fields };
}

/**
 * Calls with an API key and token need no cookie, so forging them needs no victim. Calls that other sites redirect
 * to carry their own verification, which has separate tests.
 */
const sessionCommands = allCommands.filter(
  ({ call }) => call.access.who !== 'itemToken' && call.crossSite !== 'proved',
);

describe('a write that another site sends on behalf of a visitor', () => {
  it.each(sessionCommands)('changes nothing: $name', async ({ call, prepare }) => {
    const { client, input } = await prepareVictim(prepare);
    const before = await hashAllTables(site.database);
    const succeeded: string[] = [];
    for (const [shape, attack] of Object.entries(attacks)) {
      const answer = await client.request({ url: call.path, ...attack(input) });
      const { error_code } = answer.json<{ error_code: number }>();
      if (error_code === 0 || answer.headers['set-cookie']) succeeded.push(shape);
    }
    expect(succeeded).toEqual([]);
    expect(await hashAllTables(site.database)).toEqual(before);
    // The same fields sent from the site's own page do change something, so the attacks are meaningful.
    const own = await client.call(call, input);
    expect(own.error_code).toBe(0);
    const after = { rows: await hashAllTables(site.database), cookie: own.headers['set-cookie'] };
    expect(after).not.toEqual({ rows: before, cookie: undefined });
  });
});

describe('a token', () => {
  const { info, login, logout } = calls.user;
  const asToken = (token: string): Record<string, Partial<InjectOptions>> => ({
    header: { headers: { authorization: `Bearer ${token}` } },
    body: { payload: { user_token: token } },
  });
  const wrong = ['wrong', 'x'.repeat(43), 'x'.repeat(300), 'two words'];

  it.each(wrong.flatMap((token) => Object.entries(asToken(token))))(
    'takes precedence: a wrong one in the %s is rejected, whatever cookie is sent',
    async (_place, sent) => {
      const { client } = await makeLoggedInUser(site);
      const answer = await client.request({ method: 'POST', url: info.path, ...sent });
      expect(answer.json()).toMatchObject({ error_code: 10102, data: null });
    },
  );

  it('of another user takes precedence over the cookie', async () => {
    const { client } = await makeLoggedInUser(site);
    const other = await makeUser(site);
    const script = makeVisitor(site, { origin: undefined, 'sec-fetch-site': undefined });
    const { user_token = '' } = await script.callOk(login, {
      username: other.username,
      password: PASSWORD,
    });
    for (const sent of Object.values(asToken(user_token))) {
      const answer = await client.request({ method: 'POST', url: info.path, ...sent });
      expect(answer.json()).toMatchObject({ data: { uid: other.uid } });
    }
  });

  it('does not allow another site to log in a victim’s browser as another user', async () => {
    const attacker = await makeUser(site);
    const victim = makeVisitor(site, crossSite);
    const answer = await victim.request({
      ...post(crossSite, FORM, form({ ...attacker, password: PASSWORD, user_token: 'x' })),
      url: login.path,
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('does not end the session of the cookie sent with it', async () => {
    const { client } = await makeLoggedInUser(site);
    const headers = { authorization: 'Bearer wrong' };
    const answer = await client.request({ method: 'GET', url: logout.path, headers });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await client.call(info, {})).error_code).toBe(0);
  });
});

describe('logout by GET', () => {
  const { info, logout }: Record<'info' | 'logout', Call> = calls.user;
  const rows: [string, 'ends' | 'keeps', Record<string, string | undefined>][] = [
    ['from our page', 'ends', { 'sec-fetch-site': 'same-origin' }],
    [
      'from our page on plain http',
      'ends',
      { ...noOriginHeaders, referer: 'http://octavo.test/a' },
    ],
    ['from another site', 'keeps', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling subdomain', 'keeps', { 'sec-fetch-site': 'same-site' }],
    ['from the address bar', 'keeps', { 'sec-fetch-site': 'none' }],
    [
      'with the Referer of another site',
      'keeps',
      { ...noOriginHeaders, referer: `${EVIL}/octavo.test` },
    ],
    ['without any header', 'keeps', noOriginHeaders],
  ];
  it.each(rows)('%s %s the session', async (_from, outcome, originHeaders) => {
    const { client } = await makeLoggedInUser(site);
    const headers = { origin: undefined, ...originHeaders };
    await client.request({ method: 'GET', url: logout.path, headers });
    const { error_code } = await client.call(info, {});
    expect(error_code).toBe(outcome === 'keeps' ? 0 : 10102);
  });

  it('is not served for HEAD', async () => {
    const { client } = await makeLoggedInUser(site);
    const answer = await client.request({ method: 'HEAD', url: logout.path });
    expect(answer.statusCode).toBe(404);
    expect((await client.call(info, {})).error_code).toBe(0);
  });
});
