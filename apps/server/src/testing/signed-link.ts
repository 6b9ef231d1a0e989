import { createHmac } from 'node:crypto';
import { newToken } from '../secrets.ts';
import type { TestSite } from './site.ts';

/** The key of a site, for a system that signs links. */
export async function loginKey({ deps }: TestSite): Promise<string> {
  const { settings } = deps.repos;
  await settings.saveIfAbsent({ login_secret_key: deps.settingSealer.seal(newToken()) });
  return deps.settingSealer.open((await settings.load()).login_secret_key) ?? '';
}

/** A link as the other system makes it. */
export async function signedLink(
  site: TestSite,
  { username, name = '', seconds = 0 }: { username: string; name?: string; seconds?: number },
) {
  const time = String(Math.floor(site.deps.now().getTime() / 1000) + seconds);
  const nonce = newToken();
  const sign = createHmac('sha256', await loginKey(site))
    .update([username, time, nonce, name].join('\n'))
    .digest('hex');
  return { username, time, nonce, name, sign };
}
