import { createHmac } from 'node:crypto';
import { newToken } from '../../src/secrets.ts';

/** Creates the parameters of a login link that an external system has signed. */
export function signLoginLink(
  key: string,
  { username, name = '', now }: { username: string; name?: string; now: number },
) {
  const time = String(Math.floor(now / 1000));
  const nonce = newToken();
  const sign = createHmac('sha256', key)
    .update([username, time, nonce, name].join('\n'))
    .digest('hex');
  return { username, time, nonce, name, sign };
}
