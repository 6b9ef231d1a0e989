import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The accepted clock difference between the two systems. */
const MOST_SECONDS = 60;

export interface SignedLink {
  readonly username?: string | undefined;
  readonly time?: string | undefined;
  readonly nonce?: string | undefined;
  readonly name?: string | undefined;
  readonly sign?: string | undefined;
  readonly token?: string | undefined;
}

function isSame(sent: string, right: Buffer): boolean {
  const given = Buffer.from(/^[\da-f]+$/i.test(sent) ? sent : '', 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

function isNow(time: string, now: Date): boolean {
  return /^\d{9,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= MOST_SECONDS;
}

/**
 * Returns the key under which the link is recorded as used; undefined when the signature or the time is invalid. The
 * time may be neither older nor newer than the accepted clock difference, so that a leaked link expires after a minute.
 */
export function proofOfLink(
  { username = '', time = '', nonce = '', name = '', sign = '', token = '' }: SignedLink,
  { key, now, older }: { readonly key: string; readonly now: Date; readonly older: boolean },
): string | undefined {
  if (key === '' || username === '' || !isNow(time, now)) return undefined;
  if (sign !== '') {
    const signed = [username, time, nonce, name].join('\n');
    const right = createHmac('sha256', key).update(signed).digest();
    return /^[\w-]{16,64}$/.test(nonce) && isSame(sign, right) ? `link ${nonce}` : undefined;
  }
  if (!older) return undefined;
  // The MD5 links of ShowDoc are weak, so they are rejected unless an administrator enables them.
  const right = createHash('md5').update(`${username}${key}${time}`).digest();
  return isSame(token, right) ? `older link ${right.toString('hex')}` : undefined;
}
