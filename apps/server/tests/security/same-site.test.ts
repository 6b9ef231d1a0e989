import { describe, expect, it } from 'vitest';
import { isSameSite } from '../../src/http/same-site.ts';
import type { RequestOrigin } from '../../src/http/same-site.ts';

const PUBLIC_URL = new URL('https://docs.harbor.test/');
const ownOrigin = PUBLIC_URL.origin;

/** A POST request without any header about its origin. */
const noOriginHeaders: RequestOrigin = {
  method: 'POST',
  isUnsafeGet: false,
  hasToken: false,
  hasCookie: false,
  secFetchSite: undefined,
  origin: undefined,
  referer: undefined,
};
const cookie = { hasCookie: true };
const token = { hasToken: true };
const guarded = { method: 'GET', isUnsafeGet: true, hasCookie: true };

type Row = readonly [fact: string, told: Partial<RequestOrigin>, passes: boolean];

const rows: readonly Row[] = [
  [
    'the own site in a modern browser',
    { ...cookie, secFetchSite: 'same-origin', origin: ownOrigin },
    true,
  ],
  ['the own site on plain http, where only Origin is sent', { ...cookie, origin: ownOrigin }, true],
  ['the own site with only Sec-Fetch-Site', { ...cookie, secFetchSite: 'same-origin' }, true],
  ['a script without cookie and without Origin', {}, true],
  ['a cookie with neither header', cookie, false],
  ['another site', { ...cookie, secFetchSite: 'cross-site', origin: 'https://evil.test' }, false],
  ['another site in an old browser', { ...cookie, origin: 'https://evil.test' }, false],
  ['another site without a cookie', { origin: 'https://evil.test' }, false],
  ['another site without Origin', { ...cookie, secFetchSite: 'cross-site' }, false],
  ['another site with a forged Origin', { secFetchSite: 'cross-site', origin: ownOrigin }, false],
  [
    'a sibling subdomain',
    { ...cookie, secFetchSite: 'same-site', origin: 'https://x.harbor.test' },
    false,
  ],
  ['a sibling subdomain without Origin', { ...cookie, secFetchSite: 'same-site' }, false],
  ['the own host with another scheme', { ...cookie, origin: 'http://docs.harbor.test' }, false],
  ['the own host with another port', { ...cookie, origin: 'https://docs.harbor.test:8443' }, false],
  [
    'a host that starts with the own host',
    { ...cookie, origin: 'https://docs.harbor.test.evil.test' },
    false,
  ],
  ['a sandboxed frame', { ...cookie, origin: 'null' }, false],
  ['an empty Origin', { ...cookie, origin: '' }, false],
  [
    'Sec-Fetch-Site same-origin with the Origin of another site',
    { ...cookie, secFetchSite: 'same-origin', origin: 'https://evil.test' },
    false,
  ],
  ['a write with Sec-Fetch-Site none', { ...cookie, secFetchSite: 'none' }, false],
  ['PUT, PATCH and DELETE', { ...cookie, method: 'DELETE', origin: 'https://evil.test' }, false],
  [
    'a token from another site',
    { ...token, secFetchSite: 'cross-site', origin: 'https://evil.test' },
    true,
  ],
  ['a token and a cookie without headers', { ...token, ...cookie }, true],
  ['a GET from another site', { ...cookie, method: 'GET', secFetchSite: 'cross-site' }, true],
  ['a HEAD from another site', { ...cookie, method: 'HEAD', secFetchSite: 'cross-site' }, true],
  ['a guarded GET from the own site', { ...guarded, secFetchSite: 'same-origin' }, true],
  ['a guarded GET from another site', { ...guarded, secFetchSite: 'cross-site' }, false],
  ['a guarded GET from a sibling subdomain', { ...guarded, secFetchSite: 'same-site' }, false],
  ['a guarded GET typed in the address bar', { ...guarded, secFetchSite: 'none' }, false],
  [
    'a guarded GET with the own Referer and without Sec-Fetch-Site',
    { ...guarded, referer: `${ownOrigin}/a?b` },
    true,
  ],
  [
    'a guarded GET with the Referer of another site',
    { ...guarded, referer: 'https://evil.test/docs.harbor.test' },
    false,
  ],
  [
    'a guarded GET with a Referer that starts with the own host',
    { ...guarded, referer: 'https://docs.harbor.test.evil.test/' },
    false,
  ],
  [
    'a guarded GET from another site with the own Referer',
    { ...guarded, secFetchSite: 'cross-site', referer: `${ownOrigin}/` },
    false,
  ],
  [
    'a guarded GET with a Referer that is not a URL',
    { ...guarded, referer: 'docs.harbor.test' },
    false,
  ],
  ['a guarded GET without headers', guarded, false],
  ['a guarded HEAD without headers', { ...guarded, method: 'HEAD' }, false],
  ['a guarded GET with a token', { ...guarded, ...token }, true],
];

describe('the CSRF rule', () => {
  it.each(rows)('decides on %s', (_fact, requestFacts, passes) => {
    expect(isSameSite({ ...noOriginHeaders, ...requestFacts }, PUBLIC_URL)).toBe(passes);
  });
});
