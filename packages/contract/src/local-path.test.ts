import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';

const SITE_ORIGIN = 'https://docs.harbor.test';

/** Inputs that a browser, a proxy or a second parser could resolve to another host. */
const payloads: readonly string[] = [
  '//evil.test',
  '///evil.test',
  '////evil.test/a',
  String.raw`/\evil.test`,
  String.raw`\\evil.test`,
  String.raw`\/evil.test`,
  String.raw`/\/evil.test`,
  String.raw`//\evil.test`,
  String.raw`/a\..\..\\evil.test`,
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '\u0000//evil.test',
  '/\u0000/evil.test',
  '/\u0085/evil.test',
  '/%2f/evil.test',
  '/%2F%2Fevil.test',
  '%2f%2fevil.test',
  '/%5cevil.test',
  '/%5c%5cevil.test',
  '/%252f%252fevil.test',
  '/%255cevil.test',
  '/%09/evil.test',
  '/%0d%0aLocation:%20https://evil.test',
  '/%00//evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/a/..//evil.test',
  '/a/../..//evil.test',
  '/%2e//evil.test',
  '/%2e%2e//evil.test',
  '/a/%2e%2e//evil.test',
  '/././/evil.test',
  String.raw`/./\evil.test`,
  'https:evil.test',
  'https:/evil.test',
  'https://evil.test',
  'http:evil.test',
  'HTTPS://EVIL.test',
  'ht\ttps://evil.test',
  '//evil.test@docs.harbor.test',
  'https://docs.harbor.test@evil.test',
  'https://docs.harbor.test.evil.test',
  'https://docs.harbor.test%2eevil.test',
  '@evil.test',
  '.evil.test',
  ':80//evil.test',
  'evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.test/1',
  '／／evil.test',
  '/／evil.test',
  '/。evil.test',
  '//[::1]',
  '?//evil.test',
  '#//evil.test',
];

/** The URL that a browser opens for this link or Location header. */
function resolveUrl(path: string): URL {
  return new URL(path, SITE_ORIGIN);
}

describe('localPath', () => {
  it('is tested with at least sixty distinct payloads', () => {
    expect(new Set(payloads).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThanOrEqual(60);
  });

  it.each(payloads)('never returns a path that leads to another host: %j', (payload) => {
    const path = localPath(payload);
    if (path === undefined) return;
    expect(path).toMatch(/^\/(?![/\\])/);
    expect(resolveUrl(path).origin).toBe(SITE_ORIGIN);
    // The result may be parsed again by the router or a proxy.
    const { pathname } = resolveUrl(path);
    expect(resolveUrl(pathname).origin).toBe(SITE_ORIGIN);
    expect(localPath(path)).toBe(path);
  });

  it.each(payloads.filter((payload) => !payload.startsWith('/')))(
    'rejects input that does not start with a slash: %j',
    (payload) => {
      expect(localPath(payload)).toBeUndefined();
    },
  );

  it.each(['//evil.test', String.raw`/\evil.test`, '/\t/evil.test', '/..//evil.test'])(
    'rejects paths that browsers resolve to another host: %j',
    (payload) => {
      expect(localPath(payload)).toBeUndefined();
    },
  );

  it.each([undefined, null, ''])('returns undefined without a redirect: %j', (payload) => {
    expect(localPath(payload)).toBeUndefined();
  });

  it.each(['/', '/item/index', '/12/345?a=1&b=%2F#part', '/search?keyword=码头 潮汐', '/a/%2e'])(
    'accepts paths of the site unchanged: %j',
    (payload) => {
      expect(resolveUrl(localPath(payload) ?? '//lost').href).toBe(resolveUrl(payload).href);
    },
  );
});
