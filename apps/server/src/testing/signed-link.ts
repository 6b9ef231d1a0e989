import { newToken } from '../secrets.ts';
import { signWith } from './sign-link.ts';
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
  { seconds = 0, ...person }: { username: string; name?: string; seconds?: number },
) {
  const now = site.deps.now().getTime() + seconds * 1000;
  return signWith(await loginKey(site), { ...person, now });
}
