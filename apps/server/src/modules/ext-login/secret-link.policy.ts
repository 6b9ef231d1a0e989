import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clocks of two systems may differ. */
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
 * What makes this link one of a kind, or undefined when it was not signed with the key, or not now. Neither an older
 * nor a future time counts, so that a link that leaks is worth nothing a minute later.
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
  // The older product's way; weak, and therefore off unless an administrator needs it.
  const right = createHash('md5').update(`${username}${key}${time}`).digest();
  return isSame(token, right) ? `older link ${right.toString('hex')}` : undefined;
}
