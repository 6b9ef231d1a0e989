import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshAddress, visitor } from '../testing/factories.ts';
import { openOwnSite, openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';

const { verifyEmail } = calls.user;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

describe('S10 the address of a client', () => {
  const spoofed = () => ({
    'x-forwarded-for': freshAddress(),
    'x-real-ip': freshAddress(),
    'x-client-ip': freshAddress(),
    'cf-connecting-ip': freshAddress(),
    forwarded: `for="[${freshAddress()}]"`,
  });

  /** How many of 70 tries are let through a limit of 60 for one address. */
  async function passed(at: TestSite, headers: () => Record<string, string>): Promise<number> {
    let count = 0;
    for (let tries = 0; tries < 70; tries += 1) {
      const answer = await visitor(at, headers()).call(verifyEmail, { uid: 1, token: 'x' });
      if (answer.status !== 429) count += 1;
    }
    return count;
  }

  it('is that of the connection: what a request claims moves no limit', async () => {
    expect(await passed(site, spoofed)).toBe(60);
  });

  it('is what the trusted proxy saw, however many addresses stand before it', async () => {
    const behind = await openOwnSite({ TRUST_PROXY: '1', ROLES: 'web' });
    const seen = freshAddress();
    const chain = () => ({ 'x-forwarded-for': `${freshAddress()}, ${freshAddress()}, ${seen}` });
    expect(await passed(behind, chain)).toBe(60);
    expect(await passed(behind, spoofed)).toBe(70);
  });

  it('is not taken from a neighbour that is not the proxy', async () => {
    const elsewhere = await openOwnSite({ TRUST_PROXY: '10.0.0.0/8', ROLES: 'web' });
    expect(await passed(elsewhere, spoofed)).toBe(60);
  });

  it('T41 and the host of a request are no part of any answer', async () => {
    const answer = await site.app.inject({
      method: 'GET',
      url: '/api/openapi.json',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    });
    expect(answer.body).toContain('http://octavo.test');
    expect(answer.body).not.toContain('evil.test');
  });
});
