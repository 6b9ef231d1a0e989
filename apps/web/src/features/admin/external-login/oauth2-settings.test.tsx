import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../../tests/helpers/account-api.ts';
import { renderApp } from '../../../../tests/helpers/render-app.tsx';
import { okResponse } from '../../../../tests/helpers/responses.ts';
import { toOauth2Draft } from './oauth2-draft.ts';

const SAVE = '/api/adminSetting/saveOauth2Config';
const TEXTS =
  'issuer redirectUri entrance_tips client_id host authorize_path token_path resource_path ' +
  'userinfo_path profile_path token_header id_field username_field name_field mail_field ' +
  'tenant_field tenant agent_id ca';

/** The settings of a new site. */
const form = {
  ...Object.fromEntries(TEXTS.split(' ').map((name) => [name, ''])),
  kind: 'oauth2',
  preset: '',
  protocol: 'https',
  scope: 'openid profile',
  client_auth: 'body',
  token_request: 'form',
  has_client_secret: 0,
} as unknown as ReturnType<typeof toOauth2Draft>;

async function openProvider(stored: object = {}) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse({ ...account, groupid: 1 }),
    '/api/adminSetting/loadOauth2Config': () =>
      okResponse({
        oauth2_open: 0,
        oauth2_form: { ...form, ...stored },
        oauth2_saved: null,
        own_redirect: 'https://docs.example.com/api/ExtLogin/oauth2',
        own_logout: 'https://docs.example.com/api/ExtLogin/backchannelLogout',
      }),
    '/api/adminScim/loadConfig': () => okResponse({ tokens: [] }),
    [SAVE]: () => okResponse({}),
  });
  await renderApp('/admin/index?tab=oauth2');
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('begins with OpenID Connect, which is saved with the first change', async () => {
  const sent = await openProvider();
  const type = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Type' });
  expect(type.value).toBe('OpenID Connect');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  fireEvent.change(screen.getByLabelText('Client ID'), { target: { value: 'octavo' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => sent.bodiesOf(SAVE))
    .toEqual([
      { oauth2_form: { kind: 'oidc', scope: 'openid profile email', client_id: 'octavo' } },
    ]);
});

it('keeps the type of a provider that was entered', async () => {
  await openProvider({ host: 'login.example.com', client_id: 'octavo' });
  const type = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Type' });
  expect(type.value).toBe('Other (OAuth2)');
});
