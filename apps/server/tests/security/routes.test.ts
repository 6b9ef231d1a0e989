import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { paths } from '@octavo/contract/paths';
import {
  SCIM_PATH,
  scimRoutes,
  UNSUPPORTED_SCIM_METHODS,
  UNSUPPORTED_SCIM_PATHS,
} from '@octavo/contract/scim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../helpers/factories.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import { rawRequest, sendRaw } from '../helpers/raw-socket.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const WEB = new URL('../../../web/dist', import.meta.url);

let site: TestSite;
let port: number;
let login: string;
beforeAll(async () => {
  site = await openTestSite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.server.address() as AddressInfo).port;
  login = (await makeLoggedInUser(site)).client.cookies.get('octavo') ?? '';
});
afterAll(() => site.close());

/** Returns the routes of the router's tree, one line per route. */
function listServedRoutes(): string[] {
  const routes: string[] = [];
  const pathParts: string[] = [];
  for (const line of site.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] =
      /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    if (!part) continue;
    const depth = indent.length / 4;
    pathParts.splice(depth, pathParts.length, part);
    const own = methods?.split(', ').filter((method) => method !== 'HEAD') ?? [];
    routes.push(...own.map((method) => `${method} ${pathParts.join('')}`));
  }
  return routes;
}

describe('the served routes', () => {
  it('are the calls, the API documents, the event stream, the health probes, the screens, files, mocks, SCIM, the script and the files for search engines', () => {
    const mockPatterns: string[] = [paths.mockPath.pattern, paths.mockData.pattern];
    // A mock accepts every method that its client may use.
    const mocks = [paths.mockPath.pattern, paths.mockData.pattern].flatMap((path) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => `${method} ${path}`),
    );
    const screens = Object.values(paths).map(({ pattern }) => pattern as string);
    const expected = [
      ...allCalls.map(({ call }) => `${call.method ?? 'POST'} ${call.path}`),
      ...allCalls.flatMap(({ call }) => (call.aliases ?? []).map((path) => `POST ${path}`)),
      ...allCalls.filter(({ call }) => call.alsoGet).map(({ call }) => `GET ${call.path}`),
      ...['/api/openapi.json', '/api/docs', '/api/events', '/health/live', '/health/ready'].map(
        (path) => `GET ${path}`,
      ),
      ...mocks,
      ...Object.values(scimRoutes).map(({ method, path }) => `${method} ${SCIM_PATH}${path}`),
      ...UNSUPPORTED_SCIM_PATHS.flatMap((path) =>
        UNSUPPORTED_SCIM_METHODS.map((method) => `${method} ${SCIM_PATH}${path}`),
      ),
      ...['/octavo.sh', '/robots.txt', '/sitemap.xml', '/sitemap/:part'].map(
        (path) => `GET ${path}`,
      ),
      ...screens
        .filter((screen) => !mockPatterns.includes(screen))
        .map((screen) => `GET ${screen}`),
    ];
    const isBuiltFile = (route: string) =>
      route !== 'GET /' && existsSync(`${WEB.pathname}${route.replace('GET ', '')}`);
    const served = listServedRoutes().filter((route) => !isBuiltFile(route));
    expect(served.toSorted()).toEqual(expected.toSorted());
  });

  const unknownPaths = [
    '/api',
    '/api/',
    '/api/user',
    '/api/user/nothing',
    '/api/adminUpdate/nothing',
  ];
  it.each(unknownPaths)('do not include %s', async (url) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await site.app.inject({ method, url });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ error_code: 10101, data: null });
      expect(answer.headers['content-security-policy']).toBeDefined();
    }
  });
});

interface RawOutcome {
  readonly status: number;
  readonly error_code?: number;
  readonly data?: unknown;
}

async function sendRawCall(
  line: string,
  headers: Record<string, string> = {},
): Promise<RawOutcome> {
  const sent = rawRequest(
    `${line} HTTP/1.1`,
    { 'content-type': 'application/json', ...headers },
    '{}',
  );
  const { text, statuses } = await sendRaw(port, sent);
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  const envelope = body.startsWith('{') ? (JSON.parse(body) as object) : {};
  return { status: statuses[0] ?? 0, ...envelope };
}

const own = { origin: 'http://octavo.test', 'sec-fetch-site': 'same-origin' };

describe('an ambiguous URL', () => {
  const targets = [
    '//api/user/info',
    '/api//user/info',
    '/api/../api/user/info',
    '/x/../api/user/info',
    '/api/user/../user/info',
    '/api/common/..%2fuser/info',
    '/api/./user/info',
    '/%61pi/user/info',
    '/api/%75ser/info',
    '/api/user/%69nfo',
    '/api%2fuser%2finfo',
    '/%2561pi/user/info',
    '/API/user/info',
    '/api/User/Info',
    '/api/user/info/',
    '/api/user/info.',
    '/api/user/info.json',
    '/api/user/info%20',
    '/api/user/info%00',
    '/api/user/info;a=b',
    '/api;a=b/user/info',
    '/api/user/info#x',
    '/api/user/info?',
    '/api/user/info??s=/api/common/homePageSetting',
    '/api/user/info?s=/api/common/homePageSetting',
    String.raw`/api\user\info`,
    '/api/%E0%A4%A',
    '/api/user/info%',
    'http://octavo.test/api/user/info',
    'http://evil.test/api/user/info',
    `/api/${'x'.repeat(5000)}`,
  ];

  it.each(targets)('gives a visitor no access: %s', async (target) => {
    const { status, error_code } = await sendRawCall(`POST ${target}`, own);
    expect([200, 400, 404, 414]).toContain(status);
    expect(error_code).toBe(status === 200 ? 10102 : 10101);
  });

  it.each(targets)('does not run a POST call by GET: %s', async (target) => {
    const { status, data } = await sendRawCall(`GET ${target}`, {
      ...own,
      cookie: `octavo=${login}`,
    });
    expect([200, 400, 404, 414]).toContain(status);
    // A GET request can only return the document of a screen.
    expect(data ?? null).toBeNull();
  });

  it('is handled as the same user if it resolves to the call', async () => {
    const cookie = `octavo=${login}`;
    const plain = await sendRawCall('POST /api/user/info', { ...own, cookie });
    expect(plain.error_code).toBe(0);
    expect(await sendRawCall('POST /%61pi/user/info', { ...own, cookie })).toEqual(plain);
  });
});

describe('a request that names another call besides its URL', () => {
  const otherCall = '/api/user/devices';
  const names: [string, string, Record<string, string>][] = [
    ['X-Original-URL', '', { 'x-original-url': otherCall }],
    ['X-Rewrite-URL', '', { 'x-rewrite-url': otherCall }],
    ['X-Forwarded-Prefix', '', { 'x-forwarded-prefix': otherCall }],
    ['?s=', `?s=${otherCall}`, {}],
    ['?r=', `?r=${otherCall}`, {}],
    ['?_url=', `?_url=${otherCall}`, {}],
    ['?action=', '?noun=user&action=devices', {}],
  ];
  it.each(names)('runs the call of its URL: %s', async (_name, query, headers) => {
    const cookie = `octavo=${login}`;
    const answer = await sendRawCall(`POST /api/common/homePageSetting${query}`, {
      ...own,
      ...headers,
      cookie,
    });
    expect(answer.data).toMatchObject({ home_page: 1 });
  });

  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];
  it.each(overrides)('keeps its method regardless of %s', async (header) => {
    const cookie = `octavo=${login}`;
    for (const query of ['', '?_method=POST']) {
      const { status } = await sendRawCall(`GET /api/user/updateInfo${query}`, {
        ...own,
        cookie,
        [header]: 'POST',
      });
      expect(status).toBe(404);
    }
  });
});

describe('the URL of a file outside the web build', () => {
  const targets = [
    '/../package.json',
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/..%5c..%5c..%5cpackage.json',
    '/%c0%ae%c0%ae/package.json',
    '/assets//etc/passwd',
    '//etc/passwd',
    '/etc%2fpasswd',
    '/.vite/manifest.json',
    '/.env',
    '/.git/config',
    '/src/main.ts',
    '/package.json',
  ];
  it.each(targets)('returns the document, the not-found page or an error: %s', async (target) => {
    const { text } = await sendRaw(port, rawRequest(`GET ${target} HTTP/1.1`));
    const document = await site.app.inject('/');
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    const isDocument = body === Buffer.from(document.body).toString('latin1');
    const isMissing = body.includes('"view":{"kind":"missing","reason":"notFound"}');
    expect(isDocument || isMissing || body.startsWith('{"error_code":10101')).toBe(true);
  });
});
