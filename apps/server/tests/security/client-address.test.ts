import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueAddress, makeVisitor } from '../helpers/factories.ts';
import { openIsolatedSite, openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const { verifyEmail } = calls.user;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

describe('the IP address of a client', () => {
  const spoofed = () => ({
    'x-forwarded-for': uniqueAddress(),
    'x-real-ip': uniqueAddress(),
    'x-client-ip': uniqueAddress(),
    'cf-connecting-ip': uniqueAddress(),
    forwarded: `for="[${uniqueAddress()}]"`,
  });

  /** Returns how many of 70 requests pass a limit of 60 per IP address. */
  async function countAllowed(
    at: TestSite,
    headers: () => Record<string, string>,
  ): Promise<number> {
    let count = 0;
    for (let tries = 0; tries < 70; tries += 1) {
      const answer = await makeVisitor(at, headers()).call(verifyEmail, { uid: 1, token: 'x' });
      if (answer.status !== 429) count += 1;
    }
    return count;
  }

  it('is that of the connection: request headers do not affect rate limits', async () => {
    expect(await countAllowed(site, spoofed)).toBe(60);
  });

  it('is the one that the trusted proxy saw, however many addresses precede it', async () => {
    const proxiedSite = await openIsolatedSite({ TRUST_PROXY: '1', ROLES: 'web' });
    const seen = uniqueAddress();
    const chain = () => ({ 'x-forwarded-for': `${uniqueAddress()}, ${uniqueAddress()}, ${seen}` });
    expect(await countAllowed(proxiedSite, chain)).toBe(60);
    expect(await countAllowed(proxiedSite, spoofed)).toBe(70);
  });

  it('is not read from headers of a peer that is not the trusted proxy', async () => {
    const otherProxySite = await openIsolatedSite({ TRUST_PROXY: '10.0.0.0/8', ROLES: 'web' });
    expect(await countAllowed(otherProxySite, spoofed)).toBe(60);
  });

  it('and the Host header are not part of any response', async () => {
    const answer = await site.app.inject({
      method: 'GET',
      url: '/api/openapi.json',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    });
    expect(answer.body).toContain('http://octavo.test');
    expect(answer.body).not.toContain('evil.test');
  });
});
