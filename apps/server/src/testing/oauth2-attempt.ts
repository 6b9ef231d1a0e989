import { siteSettings } from '../modules/setting/setting.ts';
import { publishSettings } from '../modules/setting/settings.ts';
import { newToken } from '../secrets.ts';
import type { TestClient } from './client.ts';
import type { TestSite } from './site.ts';
import { openStubProvider } from './stub-provider.ts';

let shared: ReturnType<typeof openStubProvider> | undefined;

/** Enables OAuth2 login on the site with a stub provider that accepts every user. */
export async function connectProvider(site: TestSite): Promise<{ host: string }> {
  shared ??= openStubProvider();
  const { form, host } = await shared;
  const { settings } = site.deps.repos;
  const sealed = { ...form, client_secret: site.deps.settingSealer.seal(form.client_secret) };
  const { oauth2_form } = siteSettings.parse({ oauth2_form: sealed });
  await settings.save({ oauth2_open: true, oauth2_form });
  publishSettings(site.deps.bus);
  return { host };
}

/** Sets the cookie of a browser that was redirected to the provider; returns the matching state. */
export function begunAttempt(site: TestSite, client: TestClient): string {
  const state = newToken();
  const attempt = {
    state,
    verifier: newToken(),
    redirect: '/item/index',
    expires: site.deps.now().getTime() + 600_000,
    link_uid: 0,
  };
  const { secure } = site.deps.config;
  const name = secure ? '__Host-octavo-oauth2' : 'octavo-oauth2';
  client.cookies.set(name, site.deps.providerSealer.seal(JSON.stringify(attempt)));
  return state;
}
