import { newToken } from '../../src/secrets.ts';
import { signLoginLink } from './login-link-signature.ts';
import type { TestSite } from './site.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

/** Returns the site's secret key for signed login links. */
export async function loadLoginKey({ deps }: TestSite): Promise<string> {
  const settings = settingRepository(deps.db);
  await settings.saveIfAbsent({ login_secret_key: deps.settingCipher.encrypt(newToken()) });
  return deps.settingCipher.decrypt((await settings.load()).login_secret_key) ?? '';
}

/** Creates a signed login link as the external system does. */
export async function makeSignedLink(
  site: TestSite,
  { seconds = 0, ...person }: { username: string; name?: string; seconds?: number },
) {
  const now = site.deps.now().getTime() + seconds * 1000;
  return signLoginLink(await loadLoginKey(site), { ...person, now });
}
