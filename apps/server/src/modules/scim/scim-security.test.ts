import { calls } from '@octavo/contract';
import { MAX_SCIM_TOKENS, SCIM_PATH, SCIM_TOKEN_PREFIX, scimRoutes } from '@octavo/contract/scim';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccessToken, makeScript } from '../../../tests/helpers/access-tokens.ts';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import {
  makeLoggedInUser,
  PASSWORD,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { NIGHTLY } from '../../../tests/helpers/nightly.ts';
import {
  byFilter,
  makeScimClient,
  patch,
  scimClient,
  scimUser,
} from '../../../tests/helpers/scim.ts';
import type { Json, ScimResponse } from '../../../tests/helpers/scim.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { allCalls } from '../../../tests/helpers/valid-requests.ts';
import { newAccessToken } from '../../access/access-token.ts';

let site: TestSite;
let client: Awaited<ReturnType<typeof makeScimClient>>;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  client = await makeScimClient(site);
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

const { loadConfig, createToken, revokeToken } = calls.adminScim;

const isScimError = ({ status, body, headers }: ScimResponse) =>
  headers['content-type'] === 'application/scim+json; charset=utf-8' &&
  JSON.stringify(body['schemas']) === '["urn:ietf:params:scim:api:messages:2.0:Error"]' &&
  body['status'] === String(status) &&
  typeof body['detail'] === 'string';

describe('the routes of SCIM', () => {
  const routes = Object.values(scimRoutes);

  it.each(routes)(
    '$method $path accepts a SCIM token and nothing else',
    async ({ method, path }) => {
      const url = path.replace(':id', 'unknown');
      const personal = await makeAccessToken(site, admin.uid, {
        scopes: ['read', 'write', 'admin'],
      });
      const session = admin.client.cookies.get('octavo') ?? '';
      const credentials: [string, Record<string, string>][] = [
        ['nothing', {}],
        ['the session of an administrator', { cookie: `octavo=${session}` }],
        ['the token of a session', { authorization: `Bearer ${session}` }],
        ['a personal access token', { authorization: `Bearer ${personal.token}` }],
        ['an unknown token', { authorization: `Bearer ${newAccessToken(SCIM_TOKEN_PREFIX)}` }],
        ['a part of the token', { authorization: `Bearer ${client.token.slice(0, -1)}` }],
        ['Basic', { authorization: `Basic ${btoa(`octavo:${client.token}`)}` }],
        ['the token in the URL', {}],
      ];
      for (const [name, headers] of credentials) {
        const answer = await site.app.inject({
          method,
          url: `${SCIM_PATH}${url}${name.includes('URL') ? `?access_token=${client.token}` : ''}`,
          headers: { 'x-forwarded-for': uniqueAddress(), ...headers },
          ...(method !== 'GET' && method !== 'DELETE' && { payload: scimUser(uniqueName('no')) }),
        });
        expect({ name, status: answer.statusCode, body: answer.json() }).toMatchObject({
          name,
          status: 401,
          body: { status: '401' },
        });
        expect(answer.headers['www-authenticate']).toBe('Bearer realm="SCIM"');
      }
      const { status } = await client.send(method, url);
      expect([200, 400, 404]).toContain(status);
    },
  );

  it('reject an unknown route, as such only for a valid token', async () => {
    expect((await client.send('GET', '/Devices')).status).toBe(404);
    expect((await client.send('POST', '/Users/x')).status).toBe(404);
    expect((await client.send('GET', '/Me')).status).toBe(501);
    expect((await client.send('POST', '/Bulk', {})).status).toBe(501);
    expect((await scimClient(site, 'x').send('GET', '/Devices')).status).toBe(401);
  });

  it('answer in the format of the RFC, without a cookie and without permission for other sites', async () => {
    const { headers, status } = await client.send('GET', '/ServiceProviderConfig', undefined, {
      origin: 'https://evil.test',
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/scim+json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a SCIM token', () => {
  it('opens no call', async () => {
    const script = makeScript(site, client.token);
    const before = await hashAllTables(site.database);
    for (const { call, name } of allCalls) {
      if (call.access.who === 'anyone' || call.access.who === 'itemToken') continue;
      const answer = await script.call(call as typeof calls.user.info, {});
      expect([name, answer.error_code === 0]).toEqual([name, false]);
    }
    expect((await script.call(calls.user.info, {})).error_code).toBe(10102);
    const events = await script.request({ method: 'GET', url: '/api/events' });
    expect(events.json()).toMatchObject({ error_code: 10102 });
    expect(await hashAllTables(site.database)).toEqual(before);
  });

  it('is shown once, stored as a hash, and named in the audit log', async () => {
    const isolated = await openIsolatedSite({ TRUST_PROXY: '1', ROLES: 'web' });
    const boss = await makeLoggedInUser(isolated, { admin: true });
    const input = { name: 'Entra ID', password: PASSWORD };
    const { token, scim_token } = await boss.client.callOk(createToken, input);
    expect(token).toMatch(/^octs_[0-9A-Za-z]{38}$/);
    const stored = JSON.stringify(
      await isolated.database.query('select *, token_hash::text as hash from scim_token'),
    );
    expect(stored).not.toContain(token);
    const own = scimClient(isolated, token);
    expect((await own.send('GET', '/Users')).status).toBe(200);
    const { tokens } = await boss.client.callOk(loadConfig, {});
    expect(tokens).toMatchObject([
      { name: 'Entra ID', prefix: token.slice(0, 9), username: boss.username },
    ]);
    expect(tokens[0]?.last_used_time).not.toBeNull();
    expect(tokens[0]?.last_address).toContain('2001:db8');
    expect(JSON.stringify(tokens)).not.toContain(token);
    const log = await isolated.database.query(
      'select action, facts from audit_log order by audit_id',
    );
    expect(log).toEqual([{ action: 'adminScim.createToken', facts: { name: 'Entra ID' } }]);
    expect(JSON.stringify(isolated.logLines)).not.toContain(token);

    // A second one for the rotation; their number is limited.
    const next = await boss.client.callOk(createToken, { ...input, name: 'Entra ID 2' });
    await boss.client.callOk(revokeToken, { id: scim_token.id });
    expect((await own.send('GET', '/Users')).status).toBe(401);
    expect((await scimClient(isolated, next.token).send('GET', '/Users')).status).toBe(200);
    for (let at = 1; at < MAX_SCIM_TOKENS; at += 1) await boss.client.callOk(createToken, input);
    expect(await boss.client.call(createToken, input)).toMatchObject({ error_code: 10608 });
    expect(await boss.client.call(createToken, { ...input, password: 'wrong' })).toMatchObject({
      error_code: 10208,
    });
  });

  it('that is wrong is recorded as a failed login, and slows its address down', async () => {
    const wrong = scimClient(site, newAccessToken(SCIM_TOKEN_PREFIX));
    const address = { 'x-forwarded-for': uniqueAddress() };
    const failures = () =>
      site.database.query<{ facts: Json; username: string }>(
        `select facts, username from audit_log where action = 'user.loginFailed'
           and facts->>'reason' = 'scimToken'`,
      );
    const before = (await failures()).length;
    for (let at = 0; at < 100; at += 1)
      expect((await wrong.send('GET', '/Users', undefined, address)).status).toBe(401);
    const limited = await wrong.send('GET', '/Users', undefined, address);
    expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
    expect(isScimError(limited)).toBe(true);
    // Customers of an identity provider share its addresses.
    expect((await client.send('GET', '/Users', undefined, address)).status).toBe(200);
    await expect.poll(async () => (await failures()).length).toBeGreaterThan(before);
    expect((await failures()).at(-1)?.facts).toMatchObject({ reason: 'scimToken', kind: 'scim' });
  });

  it('has a limit of requests', async () => {
    const other = await makeScimClient(site);
    for (let at = 0; at < 6000; at += 1)
      await site.deps.limiter.hit(`scim:token:${other.tokenId}`, 60);
    expect((await other.send('GET', '/Users')).status).toBe(429);
  });
});

describe('what SCIM knows', () => {
  it('is in no answer of the site, except the console', async () => {
    const canary = uniqueName('canary');
    const userName = uniqueName('mei');
    const { id } = await client.expectStatus(
      201,
      'POST',
      '/Users',
      scimUser(userName, {
        externalId: canary,
        title: canary,
        phoneNumbers: [{ value: canary }],
      }),
    );
    await client.expectStatus(201, 'POST', '/Groups', {
      displayName: canary,
      members: [{ value: id }],
    });
    const leaks: string[] = [];
    const queries = allCalls.filter(
      ({ call, name }) => call.kind === 'query' && !name.startsWith('adminScim.'),
    );
    for (const { call, name, prepare } of queries) {
      const { client: caller, input } = await prepare(site);
      const answer = await caller.request(
        call.method === 'GET'
          ? { method: 'GET', url: call.path, query: input as Record<string, string> }
          : { method: 'POST', url: call.path, payload: input },
      );
      const isLeak = answer.body.includes(canary) || answer.body.includes(String(id));
      // Administrators and auditors see the changes of groups in the audit log.
      if (isLeak && !name.startsWith('audit.')) leaks.push(name);
    }
    expect(leaks).toEqual([]);
  });
});

describe('a malformed request', () => {
  let userId: string;
  let groupId: string;
  beforeAll(async () => {
    const user = await client.expectStatus(201, 'POST', '/Users', scimUser(uniqueName('mei')));
    const group = await client.expectStatus(201, 'POST', '/Groups', {
      displayName: uniqueName('g'),
    });
    userId = String(user['id']);
    groupId = String(group['id']);
  });
  const targets = () =>
    [
      ['POST', '/Users'],
      ['PUT', `/Users/${userId}`],
      ['PATCH', `/Users/${userId}`],
      ['POST', '/Groups'],
      ['PUT', `/Groups/${groupId}`],
      ['PATCH', `/Groups/${groupId}`],
    ] as const;
  const LEAK = /SQLSTATE|syntax error|at .*\.(js|ts)|node_modules|postgres|kysely|ECONN/i;

  function findProblem(answer: ScimResponse): string | undefined {
    const text = JSON.stringify(answer.body);
    if (answer.status >= 500) return `${answer.status} ${text}`;
    if (LEAK.test(text)) return text;
    return answer.status >= 400 && !isScimError(answer) ? `${answer.status} ${text}` : undefined;
  }

  it.each([
    '',
    ' ',
    '{',
    '[]',
    'null',
    '7',
    '"x"',
    '{"a":1}{"b":2}',
    '{"__proto__":{"a":1}}',
    '\0',
    '[[[[',
    '{"userName":"a","userName":',
  ])('with the body %j is rejected in the format of the RFC', async (body) => {
    for (const [method, path] of targets()) {
      const answer = await client.send(method, path, body);
      expect([answer.status, isScimError(answer)]).toEqual([400, true]);
    }
  });

  it('with another media type, an encoded or a large body is rejected', async () => {
    for (const [method, path] of targets()) {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const answer = await client.send(method, path, '{"userName":"a"}', {
          'content-type': type,
        });
        expect([answer.status, isScimError(answer)]).toEqual([415, true]);
      }
      const gzip = await client.send(method, path, '{}', { 'content-encoding': 'gzip' });
      expect(gzip.status).toBe(400);
      const large = await client.send(method, path, `{"a":"${'x'.repeat(5_000_000)}"}`);
      expect([large.status, isScimError(large)]).toEqual([413, true]);
    }
    const json = scimUser(uniqueName('json'));
    const accepted = await client.send('POST', '/Users', json, {
      'content-type': 'application/json',
    });
    expect(accepted.status).toBe(201);
  });

  const values: readonly unknown[] = [
    'a\0b',
    '\uD800',
    '\u202E',
    '',
    ' ',
    'x'.repeat(100_000),
    null,
    true,
    false,
    -1,
    1.5,
    1e308,
    [],
    {},
    [[[]]],
    [null],
    ['a', 'b'],
    [{}],
    [{ value: {} }],
    [{ value: ['a'] }],
    { value: 'a' },
    { $gt: '' },
    { toString: 1, valueOf: 2 },
    { constructor: 1 },
    { length: 3 },
  ];
  const attributes = [
    'userName',
    'externalId',
    'active',
    'name',
    'name.familyName',
    'displayName',
    'emails',
    'emails.value',
    'emails[type eq "work"].value',
    'groups',
    'meta',
    'id',
    'schemas',
    'members',
    'manager',
    'password',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
    'constructor',
    '__proto__',
  ];

  it('with any value in any attribute is answered without an error of the server', async () => {
    const problems: string[] = [];
    for (const attribute of attributes)
      for (const value of values) {
        const field = Object.fromEntries([[attribute, value]]);
        const sent: (readonly [method: 'POST' | 'PUT' | 'PATCH', path: string, body: Json])[] = [
          ['POST', '/Users', { userName: uniqueName('v'), ...field }],
          ['PUT', `/Users/${userId}`, { userName: uniqueName('v'), ...field }],
          ['PATCH', `/Users/${userId}`, patch({ op: 'replace', path: attribute, value })],
          ['PATCH', `/Users/${userId}`, patch({ op: 'add', value: field })],
          ['POST', '/Groups', { displayName: uniqueName('v'), ...field }],
          ['PATCH', `/Groups/${groupId}`, patch({ op: 'add', path: attribute, value })],
        ];
        for (const [method, path, body] of sent) {
          const problem = findProblem(await client.send(method, path, body));
          if (problem)
            problems.push(`${method} ${path} ${JSON.stringify(body).slice(0, 200)}: ${problem}`);
        }
      }
    expect(problems).toEqual([]);
  }, 300_000);

  it('with a generated filter, path, id or page is answered without an error of the server', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'userName',
        'emails',
        'emails.value',
        'meta.created',
        'active',
        'groups',
        'members',
        'id',
        'eq',
        'ne',
        'co',
        'sw',
        'ew',
        'gt',
        'le',
        'pr',
        'and',
        'or',
        'not',
        '(',
        ')',
        '[',
        ']',
        '"a"',
        '"',
        'true',
        'null',
        '7',
        '-1e5',
        '.value',
        '"2020-01-01"',
        'urn:ietf:params:scim:schemas:core:2.0:User:title',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(text, async (sent) => {
        const encoded = encodeURIComponent(sent.toWellFormed());
        const answers = [
          await client.send('GET', byFilter('/Users', sent.toWellFormed())),
          await client.send('GET', byFilter('/Groups', sent.toWellFormed())),
          await client.send('GET', `/Users/${encoded.replaceAll('.', '%2e')}`),
          await client.send('GET', `/Users?startIndex=${encoded}&attributes=${encoded}`),
          await client.send('PATCH', `/Users/${userId}`, patch({ op: 'remove', path: sent })),
          await client.send(
            'PATCH',
            `/Groups/${groupId}`,
            patch({ op: 'add', path: sent, value: 'a' }),
          ),
        ];
        for (const answer of answers) expect(findProblem(answer)).toBeUndefined();
      }),
      { numRuns: NIGHTLY ? 3000 : 150 },
    );
  }, 300_000);
});
