import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRequest } from '../helpers/http.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { expectWithin } from '../helpers/nightly.ts';
import { startOidcProvider } from '../helpers/oidc-provider.ts';
import { signInAtProvider, signOutAtProvider } from '../helpers/provider-sign-in.ts';
import { timeUntil } from '../helpers/stop-watch.ts';

const { oauth2, backchannelLogout } = calls.extLogin;
const REDIRECT = 'http://octavo.test/api/ExtLogin/oauth2';
/** The limit required by the security requirements, on every process. */
const MAX_REVOKE_MS = 5000;

let site: Installation;
let a: RunningServer;
let b: RunningServer;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;
beforeAll(async () => {
  site = await openInstallation();
  [a, b] = await Promise.all([
    site.start({ OAUTH2_ALLOWED_ADDRESSES: '127.0.0.1' }),
    site.start({ OAUTH2_ALLOWED_ADDRESSES: '127.0.0.1' }),
  ]);
  provider = await startOidcProvider(REDIRECT, {
    logoutUri: `http://octavo.test${backchannelLogout.path}`,
    // The load balancer chooses the first process.
    deliver: (_url, options) => fetch(a.url + backchannelLogout.path, options),
  });
  const admin = site.newBrowser();
  const { username, password } = ADMIN;
  await admin.callOk(a, calls.user.login, { username, password });
  await admin.callOk(a, calls.user.confirm, { password });
  await admin.callOk(a, calls.adminSetting.saveOauth2Config, {
    oauth2_open: 1,
    oauth2_form: provider.oidcForm,
  });
});
afterAll(async () => {
  await provider.close();
  await site.close();
});

it('a logout at the provider ends the session on a process that did not receive it', async () => {
  provider.add({ sub: 'id-mei', username: 'mei.lin', name: 'Mei Lin' });
  const jar = new Map<string, string>();
  let cookie = '';
  const navigate = async (query: Record<string, string>) => {
    const url = `${b.url}${oauth2.path}?${new URLSearchParams(query)}`;
    const { headers } = await sendRequest(url, { headers: { cookie } });
    cookie = headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? cookie;
    return headers['location'] ?? '';
  };
  const start = await expectLocation(() => navigate({}), provider.issuer);
  const back = await signInAtProvider(start, { login: 'mei.lin', jar });
  expect(await navigate(Object.fromEntries(back.searchParams))).toBe('/item/index');

  const user = async () => {
    const { body } = await sendRequest(`${b.url}${calls.user.info.path}`, {
      method: 'POST',
      headers: {
        cookie,
        origin: 'http://octavo.test',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      body: '{}',
    });
    return (JSON.parse(body) as { data: { username: string } | null }).data?.username;
  };
  expect(await user()).toBe('mei.lin');
  await signOutAtProvider(provider.issuer, jar);
  const took = await timeUntil(async () => expect(await user()).toBeUndefined());
  expectWithin(took, MAX_REVOKE_MS);
});

/** The other process learns of the saved settings by the bus. */
async function expectLocation(navigate: () => Promise<string>, beginning: string) {
  let location = '';
  await expect
    .poll(async () => (location = await navigate()))
    .toMatch(new RegExp(`^${beginning.replaceAll('.', '\\.')}`));
  return location;
}
