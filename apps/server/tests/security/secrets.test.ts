import { randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createCipher, newToken } from '../../src/secrets.ts';
import { makeUser, PASSWORD, makeVisitor } from '../helpers/factories.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

const readTestConfig = (more: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://db', NODE_ENV: 'production', ...more });

describe('the secret key of an installation', () => {
  it.each([
    ['missing', {}],
    ['empty', { SECRET_KEY: '' }],
    ['of 31 bytes', { SECRET_KEY: randomBytes(31).toString('latin1').slice(0, 15) }],
    ['a sample', { SECRET_KEY: 'change-me-to-32-random-bytes-or-more-please' }],
    ['a sample in upper case', { SECRET_KEY: 'CHANGEME-CHANGEME-CHANGEME-CHANGEME-1234' }],
    ['a word', { SECRET_KEY: 'secretsecretsecretsecretsecretsecretsecret' }],
    ['one repeated character', { SECRET_KEY: 'a'.repeat(64) }],
    ['a pattern', { SECRET_KEY: 'abc'.repeat(20) }],
  ])('prevents the start if it is %s', (_what, settings) => {
    expect(() => readTestConfig(settings)).toThrow('SECRET_KEY');
  });

  it('is accepted if it has 32 random bytes, and does not appear in error messages about other settings', () => {
    const secret = randomBytes(32).toString('hex');
    expect(readTestConfig({ SECRET_KEY: secret }).secretKey.toString()).toBe(secret);
    expect(() => readTestConfig({ SECRET_KEY: secret, PORT: 'x' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  });

  it('is derived per purpose: text encrypted for one purpose cannot be decrypted for another', () => {
    const key = randomBytes(32);
    const sealed = createCipher(key, 'captcha').encrypt('text');
    expect(createCipher(key, 'captcha').decrypt(sealed)).toBe('text');
    expect(createCipher(key, 'mail').decrypt(sealed)).toBeUndefined();
    expect(createCipher(randomBytes(32), 'captcha').decrypt(sealed)).toBeUndefined();
    expect(createCipher(key, 'captcha').encrypt('text')).not.toBe(sealed);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed[at] === 'A' ? 'B' : 'A';
      const forged = sealed.slice(0, at) + changed + sealed.slice(at + 1);
      expect(createCipher(key, 'captcha').decrypt(forged)).not.toBe('other');
    }
  });
});

/** Chi-square of 16 equally likely values; 15 degrees of freedom. */
function chiSquare(counts: readonly number[], total: number): number {
  return counts.reduce((sum, count) => sum + (count - total / 16) ** 2 / (total / 16), 0);
}

describe('a random token', () => {
  it('has 256 bits, is unique, and its digits are uniformly distributed', () => {
    const total = 10_000;
    const tokens = Array.from({ length: total }, () => Buffer.from(newToken(), 'base64url'));
    expect(new Set(tokens.map((token) => token.toString('hex'))).size).toBe(total);
    const digits = Array.from({ length: 64 }, () => Array.from({ length: 16 }, () => 0));
    expect(new Set(tokens.map((token) => token.length))).toEqual(new Set([32]));
    for (const token of tokens)
      for (const [at, digit] of Array.from(token.toString('hex')).entries()) {
        const counts = digits[at] ?? [];
        const value = Number.parseInt(digit, 16);
        counts[value] = (counts[value] ?? 0) + 1;
      }
    // Over all digits p > 0.0000001, for each digit p > 0.0000000001: a good source never fails here, and one based
    // on a clock or a counter exceeds both limits a thousandfold.
    const sums = Array.from({ length: 16 }, (_, value) =>
      digits.reduce((sum, counts) => sum + (counts[value] ?? 0), 0),
    );
    expect(chiSquare(sums, total * 64)).toBeLessThan(62);
    for (const counts of digits) expect(chiSquare(counts, total)).toBeLessThan(80);
  });

  it('is what a login returns', async () => {
    const { username } = await makeUser(site);
    const script = makeVisitor(site, { origin: undefined, 'sec-fetch-site': undefined });
    const { user_token } = await script.callOk(calls.user.login, { username, password: PASSWORD });
    expect(Buffer.from(user_token ?? '', 'base64url')).toHaveLength(32);
  });
});
