import { TOKEN_PREFIX } from '@octavo/contract/token-scope';
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Tokens with a prefix: personal access tokens and others. 32 random characters (190 bits) and a checksum of them follow. */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Enough random characters to tell the tokens of a list apart. */
const SHOWN_RANDOM_LENGTH = 4;

const PATTERN = new RegExp(`^([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** The CRC-32 in base 62, so that scanners for secrets recognize a token without asking the site. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

export function newAccessToken(prefix: string = TOKEN_PREFIX): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () =>
    DIGITS.charAt(randomInt(DIGITS.length)),
  ).join('');
  return `${prefix}${random}${checksum(random)}`;
}

/** Whether the checksum fits; other texts need no query. */
export function isWellFormed(token: string, prefix: string = TOKEN_PREFIX): boolean {
  if (!token.startsWith(prefix)) return false;
  const [, random = '', sum = ''] = PATTERN.exec(token.slice(prefix.length)) ?? [];
  return random !== '' && checksum(random) === sum;
}

/** The part of a token that lists show. */
export function shownPrefix(token: string, prefix: string = TOKEN_PREFIX): string {
  return token.slice(0, prefix.length + SHOWN_RANDOM_LENGTH);
}
