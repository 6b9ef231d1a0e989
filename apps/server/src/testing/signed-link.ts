import { newToken } from '../secrets.ts';
import { signWith } from './sign-link.ts';
import type { TestSite } from './site.ts';

/** Returns the site's secret key for signed login links. */
export async function loginKey({ deps }: TestSite): Promise<string> {
  const { settings } = deps.repos;
  await settings.saveIfAbsent({ login_secret_key: deps.settingSealer.seal(newToken()) });
  return deps.settingSealer.open((await settings.load()).login_secret_key) ?? '';
}

/** Creates a signed login link as the external system does. */
export async function signedLink(
  site: TestSite,
  { seconds = 0, ...person }: { username: string; name?: string; seconds?: number },
) {
  const now = site.deps.now().getTime() + seconds * 1000;
  return signWith(await loginKey(site), { ...person, now });
}
