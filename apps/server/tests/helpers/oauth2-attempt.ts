import { siteSettings } from '../../src/modules/setting/setting.ts';
import { publishSettingsChange } from '../../src/modules/setting/settings.ts';
import { newToken } from '../../src/secrets.ts';
import type { TestClient } from './client.ts';
import type { TestSite } from './site.ts';
import { startStubProvider } from './stub-provider.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

let sharedProvider: ReturnType<typeof startStubProvider> | undefined;

/** Enables OAuth2 login on the site with a stub provider that accepts every user. */
export async function enableOauth2Login(site: TestSite): Promise<{ host: string }> {
  sharedProvider ??= startStubProvider();
  const { form, host } = await sharedProvider;
  const settings = settingRepository(site.deps.db);
  const encryptedForm = {
    ...form,
    client_secret: site.deps.settingCipher.encrypt(form.client_secret),
  };
  const { oauth2_form } = siteSettings.parse({ oauth2_form: encryptedForm });
  await settings.save({ oauth2_open: true, oauth2_form });
  publishSettingsChange(site.deps.bus);
  return { host };
}

/** Sets the cookie of a browser that was redirected to the provider; returns the matching state. */
export function setOauth2AttemptCookie(site: TestSite, client: TestClient): string {
  const state = newToken();
  const attempt = {
    state,
    verifier: newToken(),
    nonce: newToken(),
    issuer: '',
    redirect: '/item/index',
    expires: site.deps.now().getTime() + 600_000,
    link_uid: 0,
  };
  const { secure } = site.deps.config;
  const name = secure ? '__Host-octavo-oauth2' : 'octavo-oauth2';
  client.cookies.set(name, site.deps.providerCipher.encrypt(JSON.stringify(attempt)));
  return state;
}
