import { describe, expect, it } from 'vitest';
import { isSameSite } from '../http/same-site.ts';
import type { RequestOrigin } from '../http/same-site.ts';

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
    'a page of ours in a modern browser',
    { ...cookie, secFetchSite: 'same-origin', origin: ownOrigin },
    true,
  ],
  [
    'a page of ours on plain http, where only Origin is sent',
    { ...cookie, origin: ownOrigin },
    true,
  ],
  [
    'a page of ours that tells only Sec-Fetch-Site',
    { ...cookie, secFetchSite: 'same-origin' },
    true,
  ],
  ['a script without cookie and without Origin', {}, true],
  ['a cookie with neither header', cookie, false],
  ['another site', { ...cookie, secFetchSite: 'cross-site', origin: 'https://evil.test' }, false],
  ['another site in an old browser', { ...cookie, origin: 'https://evil.test' }, false],
  ['another site without our cookie', { origin: 'https://evil.test' }, false],
  ['another site that hides its Origin', { ...cookie, secFetchSite: 'cross-site' }, false],
  ['another site that claims our Origin', { secFetchSite: 'cross-site', origin: ownOrigin }, false],
  [
    'a neighbour below the same domain',
    { ...cookie, secFetchSite: 'same-site', origin: 'https://x.harbor.test' },
    false,
  ],
  ['a neighbour that hides its Origin', { ...cookie, secFetchSite: 'same-site' }, false],
  ['our host under another scheme', { ...cookie, origin: 'http://docs.harbor.test' }, false],
  ['our host under another port', { ...cookie, origin: 'https://docs.harbor.test:8443' }, false],
  [
    'a host that begins like ours',
    { ...cookie, origin: 'https://docs.harbor.test.evil.test' },
    false,
  ],
  ['a sandboxed frame', { ...cookie, origin: 'null' }, false],
  ['an empty Origin', { ...cookie, origin: '' }, false],
  [
    'a Sec-Fetch-Site that says same-origin beside a foreign Origin',
    { ...cookie, secFetchSite: 'same-origin', origin: 'https://evil.test' },
    false,
  ],
  [
    'a write that claims to be typed in the address bar',
    { ...cookie, secFetchSite: 'none' },
    false,
  ],
  [
    'PUT, PATCH and DELETE alike',
    { ...cookie, method: 'DELETE', origin: 'https://evil.test' },
    false,
  ],
  [
    'a token from anywhere',
    { ...token, secFetchSite: 'cross-site', origin: 'https://evil.test' },
    true,
  ],
  ['a token beside a cookie, told nothing', { ...token, ...cookie }, true],
  ['a read from anywhere', { ...cookie, method: 'GET', secFetchSite: 'cross-site' }, true],
  ['a head from anywhere', { ...cookie, method: 'HEAD', secFetchSite: 'cross-site' }, true],
  ['a guarded GET from our pages', { ...guarded, secFetchSite: 'same-origin' }, true],
  ['a guarded GET from another site', { ...guarded, secFetchSite: 'cross-site' }, false],
  ['a guarded GET from a neighbour', { ...guarded, secFetchSite: 'same-site' }, false],
  ['a guarded GET typed in the address bar', { ...guarded, secFetchSite: 'none' }, false],
  [
    'a guarded GET with our Referer where Sec-Fetch-Site is missing',
    { ...guarded, referer: `${ownOrigin}/a?b` },
    true,
  ],
  [
    'a guarded GET with a foreign Referer',
    { ...guarded, referer: 'https://evil.test/docs.harbor.test' },
    false,
  ],
  [
    'a guarded GET with a Referer that begins like ours',
    { ...guarded, referer: 'https://docs.harbor.test.evil.test/' },
    false,
  ],
  [
    'a guarded GET with our Referer from another site',
    { ...guarded, secFetchSite: 'cross-site', referer: `${ownOrigin}/` },
    false,
  ],
  [
    'a guarded GET with a Referer that is no address',
    { ...guarded, referer: 'docs.harbor.test' },
    false,
  ],
  ['a guarded GET that tells nothing', guarded, false],
  ['a guarded HEAD that tells nothing', { ...guarded, method: 'HEAD' }, false],
  ['a guarded GET with a token', { ...guarded, ...token }, true],
];

describe('the CSRF rule', () => {
  it.each(rows)('decides on %s', (_fact, requestFacts, passes) => {
    expect(isSameSite({ ...noOriginHeaders, ...requestFacts }, PUBLIC_URL)).toBe(passes);
  });
});
