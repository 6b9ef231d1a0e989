import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The accepted clock difference between the two systems. */
const MAX_CLOCK_SKEW_SECONDS = 60;

export interface SignedLink {
  readonly username?: string | undefined;
  readonly time?: string | undefined;
  readonly nonce?: string | undefined;
  readonly name?: string | undefined;
  readonly sign?: string | undefined;
  readonly token?: string | undefined;
}

function equalsHex(hex: string, expected: Buffer): boolean {
  const actual = Buffer.from(/^[\da-f]+$/i.test(hex) ? hex : '', 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function isWithinClockSkew(time: string, now: Date): boolean {
  return (
    /^\d{9,12}$/.test(time) &&
    Math.abs(now.getTime() / 1000 - Number(time)) <= MAX_CLOCK_SKEW_SECONDS
  );
}

/**
 * Returns the key under which the link is recorded as used; undefined when the signature or the time is invalid. The
 * time may be neither older nor newer than the accepted clock difference, so that a leaked link expires after a minute.
 */
export function verifyLink(
  { username = '', time = '', nonce = '', name = '', sign = '', token = '' }: SignedLink,
  {
    key,
    now,
    allowLegacy,
  }: { readonly key: string; readonly now: Date; readonly allowLegacy: boolean },
): string | undefined {
  if (key === '' || username === '' || !isWithinClockSkew(time, now)) return undefined;
  if (sign !== '') {
    const payload = [username, time, nonce, name].join('\n');
    const expected = createHmac('sha256', key).update(payload).digest();
    return /^[\w-]{16,64}$/.test(nonce) && equalsHex(sign, expected) ? `link ${nonce}` : undefined;
  }
  if (!allowLegacy) return undefined;
  // The MD5 links of ShowDoc are weak, so they are rejected unless an administrator enables them.
  const expected = createHash('md5').update(`${username}${key}${time}`).digest();
  return equalsHex(token, expected) ? `older link ${expected.toString('hex')}` : undefined;
}
