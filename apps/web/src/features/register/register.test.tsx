import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { fillField, blurField, clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const REGISTER = '/api/user/register';
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

async function openRegistration() {
  const router = await renderApp('/user/register?redirect=%2Fitem%2Fadd');
  await screen.findByRole('heading', { name: 'Create an account' });
  fillField('Username', 'lucas');
  fillField('Password', 'lucas-tide-2026');
  fillField('Repeat password', 'lucas-tide-2026');
  fillField('Verification code', '7KM4');
  return router;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('reports mismatched passwords on blur and does not send them', async () => {
  const sent = stubAccountApi({});
  await openRegistration();
  fillField('Repeat password', 'lucas-tide');
  expect(screen.queryByText(/passwords do not match/)).toBeNull();
  blurField('Repeat password');
  expect(screen.getByText(/passwords do not match/)).toBeTruthy();
  await clickButton('Create account');
  expect(document.activeElement).toBe(screen.getByLabelText('Repeat password'));
  expect(sent.bodiesOf(REGISTER)).toEqual([]);

  fillField('Repeat password', 'lucas-tide-2026');
  expect(screen.queryByText(/passwords do not match/)).toBeNull();
});

it('shows the error of a taken username at its field and renews only the verification code', async () => {
  stubAccountApi({ [REGISTER]: () => errorResponse(10201, 'This username is taken') });
  await openRegistration();
  const { src } = screen.getByRole<HTMLImageElement>('img', {
    name: 'Image with the verification code',
  });
  await clickButton('Create account');
  expect(await screen.findByText('This username is taken')).toBeTruthy();
  const username = screen.getByLabelText('Username');
  expect(username.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(username);
  expect(value('Password')).toBe('lucas-tide-2026');
  expect(value('Repeat password')).toBe('lucas-tide-2026');
  expect(value('Verification code')).toBe('');
  const image = screen.getByRole<HTMLImageElement>('img', {
    name: 'Image with the verification code',
  });
  expect(image.src).not.toBe(src);

  fillField('Username', 'lucas.pereira');
  expect(screen.queryByText('This username is taken')).toBeNull();
});

it('follows the redirect after the registration', async () => {
  const sent = stubAccountApi({ [REGISTER]: () => okResponse(account) });
  const router = await openRegistration();
  await clickButton('Create account');
  await waitFor(() => expect(router.state.location.pathname).toBe('/item/add'));
  expect(sent.bodiesOf(REGISTER)).toEqual([
    {
      username: 'lucas',
      password: 'lucas-tide-2026',
      confirm_password: 'lucas-tide-2026',
      v_code: '7KM4',
    },
  ]);
});

it('shows a message instead of the form when registration is closed', async () => {
  stubAccountApi({
    '/api/common/homePageSetting': () =>
      okResponse({ home_page: 1, home_item: '', register_open: 0, needs_setup: false }),
  });
  await renderApp('/user/register');
  expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeTruthy();
  expect(screen.queryByLabelText('Username')).toBeNull();
});
