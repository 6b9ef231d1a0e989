import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../helpers/factories.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

let https: TestSite;
let http: TestSite;
beforeAll(async () => {
  https = await openTestSite({ PUBLIC_URL: 'https://octavo.test', ROLES: 'web' });
  http = await openTestSite({ ROLES: 'web' });
});
afterAll(async () => {
  await https.close();
  await http.close();
});

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' https:",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "frame-src 'self'",
].join('; ');

const commonHeaders = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

const apiCall = { method: 'POST', url: calls.common.homePageSetting.path } as const;
const get = (url: string) => ({ method: 'GET', url }) as const;

/** The document depends on the language of the account or browser. */
const localizedDocument = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language' };

const responses: [string, { method: 'GET' | 'POST'; url: string }, object][] = [
  ['a call', apiCall, { 'cache-control': 'no-store' }],
  ['a rejected call', { ...apiCall, url: calls.user.info.path }, { 'cache-control': 'no-store' }],
  ['a captcha image', get(calls.common.verify.path), { 'cache-control': 'no-store' }],
  ['an unknown call', get('/api/no/thing'), { 'cache-control': 'no-store' }],
  ['the API document', get('/api/docs'), { 'cache-control': 'no-store' }],
  ['a screen', get(paths.login.pattern), localizedDocument],
  ['an item', get('/12/34'), { 'cache-control': 'private, no-store' }],
  ['an unknown screen', get('/a/b/c/d'), localizedDocument],
  ['a health check', get('/health/live'), {}],
  ['a malformed URL', get('/%E0%A4%A'), {}],
  ['a URL that is too long', get(`/${'x'.repeat(300)}`), {}],
];

const secretScreens = [paths.resetPasswordByUrl, paths.verifyEmail, paths.setup].map(
  ({ pattern }) => `${pattern}?uid=1&token=secret`,
);

describe('the security headers', () => {
  it.each(responses)('are set on %s', async (_what, request, more) => {
    const { headers } = await https.app.inject(request);
    expect(headers).toMatchObject({ ...commonHeaders, ...more });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each([...secretScreens, '/p/secret'])('send no referrer to other sites: %s', async (url) => {
    const { headers } = await https.app.inject(get(url));
    expect(headers).toMatchObject({ ...commonHeaders, 'referrer-policy': 'no-referrer' });
  });

  it.each(responses)(
    'omit on plain http the ones that browsers ignore there: %s',
    async (_what, request) => {
      const { headers } = await http.app.inject(request);
      const {
        'strict-transport-security': _h,
        'cross-origin-opener-policy': _c,
        ...plainHttpHeaders
      } = commonHeaders;
      const policy = POLICY.replaceAll('https:', 'https: http:');
      expect(headers).toMatchObject({ ...plainHttpHeaders, 'content-security-policy': policy });
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    },
  );

  it('allow only the HTTP test to send requests to other sites', async () => {
    const { headers } = await https.app.inject(get(paths.httpTest.href({ item_id: 1 })));
    const policy = POLICY.replace("connect-src 'self'", "connect-src 'self' https: http:");
    expect(headers['content-security-policy']).toBe(policy);
    expect(policy).not.toBe(POLICY);
  });

  it('allow only scripts from the site’s own files', () => {
    expect(POLICY).not.toMatch(/script-src[^;]*(unsafe|data:|blob:|https:|\*)/);
  });

  it('do not allow cross-origin calls', async () => {
    const { client } = await makeLoggedInUser(https);
    for (const method of ['OPTIONS', 'GET', 'POST'] as const) {
      const headers = {
        origin: 'https://evil.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const answer = await client.request({ method, url: calls.user.info.path, headers });
      const open = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
      expect(open).toEqual([]);
    }
  });
});
