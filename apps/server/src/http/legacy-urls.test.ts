import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueAddress, makeLoggedInUser, makeVisitor } from '../../tests/helpers/factories.ts';
import { allCalls } from '../../tests/helpers/valid-requests.ts';
import { makeItem, makePage } from '../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { addRequiredFile } from '../../tests/helpers/multipart.ts';
import { legacyUrls } from './legacy-urls.ts';

const canonical = legacyUrls(calls);
const snake = (path: string) =>
  path.replace(/^\/api\/([^/]+)/, (_, name: string) => {
    const words = name.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `/api/${words}`;
  });

/** Every URL form in which ShowDoc scripts address a call. */
const forms: readonly ((path: string) => string)[] = [
  (path) => `/server/index.php?s=${path}`,
  (path) => `/server/index.php?s=${path.slice(1)}`,
  (path) => `/server/index.php?s=${encodeURIComponent(path)}`,
  (path) => `/server/?s=${path}`,
  (path) => `/server?s=${path}`,
  (path) => `/server${path}`,
  (path) => `/server${path.toUpperCase()}`,
  (path) => `/server${snake(path)}`,
  (path) => `/server/?s=${path.toLowerCase()}`,
  (path) => path.toUpperCase(),
  (path) => path.toLowerCase(),
];

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const methodOf = ({ method }: Call) => method ?? 'POST';

/** The parts of a response that must be the same for all URL forms; images and times differ each time. */
async function summarize(options: InjectOptions) {
  const headers = { 'x-forwarded-for': uniqueAddress(), ...options.headers };
  const answer = await site.app.inject({ ...options, headers });
  const type = String(answer.headers['content-type']);
  const isJson = type.startsWith('application/json');
  const code = isJson ? answer.json<{ error_code: number }>().error_code : undefined;
  return { status: answer.statusCode, type, code };
}

describe.each(allCalls)('$name', ({ call, prepare }) => {
  const at = allCalls.findIndex((row) => row.call === call);
  const url = (forms[at % forms.length] ?? String)(call.path);
  const method = methodOf(call);

  it('maps all URL forms to one path', () => {
    for (const path of [call.path, ...(call.aliases ?? [])])
      for (const form of forms) expect(canonical(form(path))).toBe(path);
  });

  it('treats visitors, other sites and large bodies the same in all URL forms', async () => {
    const { client } = await makeLoggedInUser(site);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const evil = { cookie, origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' };
    const requests: InjectOptions[] = [{ method }, { method, headers: evil }];
    for (const request of requests) {
      const own = await summarize({ ...request, url: call.path });
      for (const form of forms)
        expect(await summarize({ ...request, url: form(call.path) })).toEqual(own);
    }
    if (method === 'GET') return;
    const large = { method, payload: { x: 'x'.repeat(call.maxBody ?? 256 * 1024) } } as const;
    const own = await summarize({ ...large, url: call.path });
    expect(await summarize({ ...large, url })).toEqual(own);
  });

  it('works under a legacy URL', async () => {
    const { client, input } = await prepare(site);
    const [path = '', query = ''] = url.split('?');
    const own =
      method === 'GET'
        ? { query: { ...Object.fromEntries(new URLSearchParams(query)), ...(input as object) } }
        : { payload: input as object };
    const sent = addRequiredFile({ method, url: call.path, ...own });
    const answer = await client.request({ ...sent, url: method === 'GET' ? path : url });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const code = isJson ? answer.json<{ error_code: number }>().error_code : 0;
    expect([answer.statusCode < 400, code]).toEqual([true, 0]);
  });
});

describe('parameters in a legacy URL', () => {
  it.each([
    ['/server/api/page/info/page_id/12', '/api/page/info?page_id=12'],
    ['/server/index.php?s=/api/page/info/page_id/12', '/api/page/info?page_id=12'],
    ['/server/?s=/api/common/qrcode&size=3&url=a%26b', '/api/common/qrcode?size=3&url=a%26b'],
    ['/server/api/common/qrcode/url/a%2Fb?size=3', '/api/common/qrcode?size=3&url=a%2Fb'],
    // A pair wins over the query, and a name without a value is left out.
    ['/server/api/page/info/page_id/12/x?page_id=9', '/api/page/info?page_id=12'],
    ['/API/Page/Info?page_id=12', '/api/page/info?page_id=12'],
    ['/server/mock-path/12?path=/x', '/mock-path/12?path=%2Fx'],
    ['/server/index.php?s=/mock-path/12&path=/x', '/mock-path/12?path=%2Fx'],
    ['/server/index.php?s=mock-data/ab12', '/mock-data/ab12'],
    ['/server/api/none/such', '/api/none/such'],
  ])('%s is %s', (legacy, own) => {
    expect(canonical(legacy)).toBe(own);
  });

  it.each([
    '/',
    '/server',
    '/server/',
    '/server/index.php',
    '/server/index.php?s=/user/login',
    '/server/api/page/info/%',
    '/servers/api/user/info',
    '/api/openapi.json',
    '/api/events',
    '/api/user/info/page_id/1',
    '/12/34?s=/api/user/info',
  ])('%s is not a legacy URL', (url) => {
    expect(canonical(url)).toBe(url);
  });

  it('are read from a GET, and an unknown call returns an API error', async () => {
    const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
    const page_id = await makePage(site, await makeItem(site));
    const url = `/server/index.php?s=/api/Page/info/page_id/${page_id}`;
    const found = await client.request({ method: 'GET', url });
    expect(found.json()).toMatchObject({ error_code: 0, data: { page_id } });
    const none = await client.request({ method: 'GET', url: '/server/?s=/api/none/such' });
    expect([none.statusCode, none.json()]).toMatchObject([404, { error_code: 10101 }]);
  });

  it('are never read from a POST', async () => {
    const { client } = await makeLoggedInUser(site, { name: 'Mei' });
    await client.request({ method: 'POST', url: '/server/api/user/updateInfo/name/Other' });
    expect(await client.callOk(calls.user.info, {})).toMatchObject({ name: 'Mei' });
  });
});

it('mocks respond under their legacy URLs', async () => {
  const { client, ...owner } = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const page_id = await makePage(site, item_id);
  const mock = { page_id, template: '{"ok": true}', path: '/ships' };
  const { unique_key } = await client.callOk(calls.mock.add, mock);
  for (const url of [
    `/server/mock-path/${item_id}?path=/ships`,
    `/server/index.php?s=/mock-path/${item_id}&path=/ships`,
    `/server/mock-data/${unique_key}`,
    `/server/?s=mock-data/${unique_key}`,
  ]) {
    const answer = await makeVisitor(site).request({ method: 'GET', url });
    expect([url, answer.json()]).toEqual([url, { ok: true }]);
  }
});
