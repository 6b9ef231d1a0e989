import { gzipSync } from 'node:zlib';
import { calls } from '@octavo/contract';
import { confirmationFields } from '@octavo/contract/confirmation';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAllTables } from '../helpers/database-content.ts';
import type { TestClient } from '../helpers/client.ts';
import { makeLoggedInUser, makeVisitor } from '../helpers/factories.ts';
import { makeOwnedPage } from '../helpers/upload.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const url = calls.user.updateInfo.path;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const KB = 1024;

let site: TestSite;
let client: TestClient;
let uid: number;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  ({ client, uid } = await makeLoggedInUser(site));
});
afterAll(() => site.close());

function post(type: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  return client.request({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type, ...headers },
  });
}

async function loadName(): Promise<string | undefined> {
  const rows = await site.database.query<{ name: string }>(
    'select name from "user" where uid = $1',
    [uid],
  );
  return rows[0]?.name;
}

function part(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}
const parts = (...all: string[]) => `${all.join('')}--x--\r\n`;

describe('a request body', () => {
  it.each([
    ['JSON', JSON_TYPE, '{"name":"by JSON"}', {}],
    ['a form', FORM, 'name=by+a+form', {}],
    ['multipart', MULTIPART, parts(part('name', 'by multipart')), {}],
    [
      'JSON in gzip',
      JSON_TYPE,
      gzipSync('{"name":"by JSON in gzip"}'),
      { 'content-encoding': 'gzip' },
    ],
    ['a form in gzip', FORM, gzipSync('name=by+a+form+in+gzip'), { 'content-encoding': 'gzip' }],
  ])('is accepted as %s', async (kind, type, payload, headers) => {
    expect((await post(type, payload, headers)).json()).toMatchObject({ error_code: 0 });
    expect(await loadName()).toBe(`by ${kind}`);
  });
});

describe('a body above 256 KB', () => {
  const large = 'x'.repeat(256 * KB);
  const huge = 'x'.repeat(10 * KB * KB);
  const largeParts = Array.from({ length: 39 }, (_, at) => part(`f${at}`, 'x'.repeat(200 * KB)));
  it.each([
    ['JSON', JSON_TYPE, JSON.stringify({ name: large })],
    ['10 MB of JSON', JSON_TYPE, JSON.stringify({ name: huge })],
    ['a form of 10 MB', FORM, `name=${huge}`],
    ['10 MB of text', 'text/plain', huge],
    ['one field of 10 MB', MULTIPART, parts(part('name', huge))],
    ['10 MB in many fields', MULTIPART, parts(...largeParts)],
    ['ten thousand fields', MULTIPART, parts(part('name', 'x').repeat(10_000))],
  ])('is rejected as too large, in the envelope: %s', async (_kind, type, payload) => {
    const answer = await post(type, payload);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ error_code: 10603, data: null });
    expect(answer.headers['content-security-policy']).toBeDefined();
  });

  it('is rejected as too large even if gzip makes it small', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * KB * KB, ' '));
    expect(bomb.length).toBeLessThan(256 * KB);
    const answer = await post(JSON_TYPE, bomb, { 'content-encoding': 'gzip' });
    expect(answer.statusCode).toBe(413);
  });
});

describe('a field of a multipart body', () => {
  const { save } = calls.page;

  it('may be as large as the call allows, as in every other body', async () => {
    const { client: own, page_id } = await makeOwnedPage(site);
    const page_content = 'x'.repeat(1000 * KB);
    const fields = { page_id: String(page_id), page_title: 'Harbor', page_content };
    const payload = parts(...Object.entries(fields).map(([name, value]) => part(name, value)));
    const headers = { 'content-type': MULTIPART };
    const answer = await own.request({ method: 'POST', url: save.path, payload, headers });
    expect(answer.json()).toMatchObject({ error_code: 0 });
    expect(await own.callOk(calls.page.info, { page_id })).toMatchObject({ page_content });
  });
});

describe('a compressed body of an unauthenticated caller', () => {
  const { save } = calls.page;
  const { updateItem } = calls.open;
  const gzip = (fields: object) => gzipSync(JSON.stringify(fields));
  const headers = { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' };
  const large = 'x'.repeat(1000 * KB);

  it('is inflated up to 256 KB, regardless of the limit of the call', async () => {
    const answers = [];
    for (const filler of ['x'.repeat(200 * KB), 'x'.repeat(256 * KB), 'x'.repeat(39 * KB * KB)])
      answers.push(
        await makeVisitor(site).request({
          method: 'POST',
          url: save.path,
          payload: gzip({ filler }),
          headers,
        }),
      );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 413, 413]);
    expect(answers.map((answer) => answer.json<{ error_code: number }>().error_code)).toEqual([
      10102, 10603, 10603,
    ]);
  });

  it('may be as large as the call allows if the session is in the headers', async () => {
    const { client: own, page_id } = await makeOwnedPage(site);
    const fields = { page_id, page_title: 'Harbor', page_content: large };
    const answer = await own.request({
      method: 'POST',
      url: save.path,
      payload: gzip(fields),
      headers,
    });
    expect(answer.json()).toMatchObject({ error_code: 0 });
  });

  it('may be as large with an item token in the headers, but not with one in the body', async () => {
    const { client: own, item_id } = await makeOwnedPage(site);
    const { api_key, api_token } = await own.callOk(calls.item.getKey, { item_id });
    const page = { page_title: 'Harbor', page_content: large };
    const push = (fields: object, more: Record<string, string> = {}) =>
      makeVisitor(site).request({
        method: 'POST',
        url: updateItem.path,
        payload: gzip(fields),
        headers: { ...headers, ...more },
      });
    const byHead = await push(page, { 'x-api-key': api_key, 'x-api-token': api_token });
    expect(byHead.json()).toMatchObject({ error_code: 0 });
    const byBody = await push({ ...page, api_key, api_token });
    expect(byBody.json()).toMatchObject({ error_code: 10603 });
    const small = await push({ ...page, page_content: 'short', api_key, api_token });
    expect(small.json()).toMatchObject({ error_code: 0 });
  });
});

describe('a body that does not match its content type', () => {
  const rows: [string, string, string | Buffer, Record<string, string>][] = [
    ['truncated JSON', JSON_TYPE, '{"name":', {}],
    ['invalid JSON', JSON_TYPE, 'name=x', {}],
    ['an empty body', JSON_TYPE, '', {}],
    ['an array', JSON_TYPE, '[{"name":"a"},{"name":"b"}]', {}],
    ['a number', JSON_TYPE, '7', {}],
    ['a string', JSON_TYPE, '"name"', {}],
    ['a __proto__ key', JSON_TYPE, '{"__proto__":{"name":"x"}}', {}],
    ['a constructor key', JSON_TYPE, '{"constructor":{"prototype":{"name":"x"}}}', {}],
    ['100,000 nested arrays', JSON_TYPE, '['.repeat(100_000), {}],
    ['text', 'text/plain', '{"name":"x"}', {}],
    ['XML', 'application/xml', '<name>x</name>', {}],
    ['an unknown type', 'x/y', 'name=x', {}],
    ['no type', '', 'name=x', {}],
    ['two types', 'application/json, text/plain', '{"name":"x"}', {}],
    ['a body that is not gzip', JSON_TYPE, '{"name":"x"}', { 'content-encoding': 'gzip' }],
    [
      'truncated gzip',
      JSON_TYPE,
      gzipSync('{"name":"x"}').subarray(0, 15),
      { 'content-encoding': 'gzip' },
    ],
    [
      'gzip in gzip',
      JSON_TYPE,
      gzipSync(gzipSync('{"name":"x"}')),
      { 'content-encoding': 'gzip, gzip' },
    ],
    ['an unknown encoding', JSON_TYPE, '{"name":"x"}', { 'content-encoding': 'x' }],
    ['multipart without boundary', 'multipart/form-data', part('name', 'x'), {}],
    ['multipart with another boundary', MULTIPART, '--y\r\n\r\n--y--', {}],
    ['truncated multipart', MULTIPART, part('name', 'x').slice(0, 40), {}],
    [
      'multipart in gzip',
      MULTIPART,
      gzipSync(parts(part('name', 'x'))),
      { 'content-encoding': 'gzip' },
    ],
    ['multipart with a __proto__ field', MULTIPART, parts(part('__proto__', 'x')), {}],
    ['a file', MULTIPART, parts(part('name"; filename="a', 'x')), {}],
  ];
  it.each(rows)('is rejected and changes nothing: %s', async (_kind, type, payload, headers) => {
    const before = await loadName();
    const answer = await post(type, payload, headers);
    expect([200, 400, 406, 415]).toContain(answer.statusCode);
    expect(answer.json()).toEqual({
      error_code: 10101,
      error_message: expect.stringContaining('incomplete or invalid'),
      data: null,
    });
    expect(await loadName()).toBe(before);
  });

  it('never pollutes Object.prototype', () => {
    expect(({} as Record<string, unknown>)['name']).toBeUndefined();
  });
});

/** CVE-2025-32442: an unusual spelling of the content type skipped the validation of the fields. */
describe('the spelling of the content type', () => {
  const spellings = [
    'Application/JSON',
    'application/json ; charset=utf-8',
    'application/json\t;charset=utf-8',
    'application/json;',
    ' application/json',
    'application/json; charset=utf-7',
    'application/json\u00A0',
  ];
  const posts = allCalls.filter(({ call }) => call.method !== 'GET');
  // For these calls the key and the token are read before all other fields.
  const withFields = posts.filter(
    ({ call }) => Object.keys(call.request.shape).length > 0 && call.access.who !== 'itemToken',
  );

  it.each(withFields)(
    'never skips the validation of the fields: $name',
    async ({ call, prepare }) => {
      const { client: own, input } = await prepare(site);
      const [field = ''] = Object.keys(call.request.shape);
      // No field accepts a list like this, not even a form with only optional parts.
      const payload = JSON.stringify({ ...input, [field]: [{ not: 'a value' }] });
      for (const type of spellings) {
        const headers = { 'content-type': type };
        const answer = await own.request({ method: 'POST', url: call.path, payload, headers });
        expect(answer.json()).toMatchObject({ error_code: 10101, data: null });
      }
    },
  );
});

describe('fields in the URL of a write', () => {
  /** For some calls a file or a recent confirmation is enough: they succeed without fields. */
  const needsNoFields = ({ file, request }: Call) => {
    const isConfirmedOnly = Object.keys(request.shape).every((name) => name in confirmationFields);
    return (file !== undefined || isConfirmedOnly) && request.safeParse({}).success;
  };
  const posts = allCalls.filter(
    ({ call }) =>
      call.kind === 'command' && Object.keys(call.request.shape).length > 0 && !needsNoFields(call),
  );
  it.each(posts)('are not read: $name', async ({ call, prepare }) => {
    const { client: own, input } = await prepare(site);
    const query = Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, String(value)]),
    );
    const hashTables = async () => {
      // Requests with a wrong key of an item are recorded, some time after the response.
      const { audit_log: _entries, ...others } = await hashAllTables(site.database);
      return others;
    };
    const before = await hashTables();
    await own.request({ method: 'POST', url: call.path, query });
    await own.request({ method: 'POST', url: call.path, query, payload: {} });
    expect(await hashTables()).toEqual(before);
  });

  it('are not read as a token either', async () => {
    const token = client.cookies.get('octavo') ?? '';
    for (const name of ['user_token', 'token', 'access_token', 'octavo', 'authorization']) {
      const answer = await site.app.inject({
        method: 'POST',
        url: calls.user.info.path,
        query: { [name]: name === 'authorization' ? `Bearer ${token}` : token },
      });
      expect(answer.json()).toMatchObject({ error_code: 10102 });
    }
    expect(site.logLines.join('')).not.toContain(token);
  });
});
