import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountSite } from '../../testing/account-site.ts';
import { answer, refusal } from '../../testing/answers.ts';
import { enter, leave, press } from '../../testing/form.ts';
import { renderApp } from '../../testing/render-app.tsx';

const REGISTER = '/api/user/register';
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

async function openRegistration() {
  const router = await renderApp('/user/register?redirect=%2Fitem%2Fadd');
  await screen.findByRole('heading', { name: 'Create an account' });
  enter('Username', 'lucas');
  enter('Password', 'lucas-tide-2026');
  enter('Repeat password', 'lucas-tide-2026');
  enter('Verification code', '7KM4');
  return router;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('reports mismatched passwords on blur and does not send them', async () => {
  const sent = stubAccountSite({});
  await openRegistration();
  enter('Repeat password', 'lucas-tide');
  expect(screen.queryByText(/passwords do not match/)).toBeNull();
  leave('Repeat password');
  expect(screen.getByText(/passwords do not match/)).toBeTruthy();
  await press('Create account');
  expect(document.activeElement).toBe(screen.getByLabelText('Repeat password'));
  expect(sent.to(REGISTER)).toEqual([]);

  enter('Repeat password', 'lucas-tide-2026');
  expect(screen.queryByText(/passwords do not match/)).toBeNull();
});

it('shows the error of a taken username at its field and renews only the verification code', async () => {
  stubAccountSite({ [REGISTER]: () => refusal(10201, 'This username is taken') });
  await openRegistration();
  const { src } = screen.getByRole<HTMLImageElement>('img', {
    name: 'Image with the verification code',
  });
  await press('Create account');
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

  enter('Username', 'lucas.pereira');
  expect(screen.queryByText('This username is taken')).toBeNull();
});

it('follows the redirect after the registration', async () => {
  const sent = stubAccountSite({ [REGISTER]: () => answer(account) });
  const router = await openRegistration();
  await press('Create account');
  await waitFor(() => expect(router.state.location.pathname).toBe('/item/add'));
  expect(sent.to(REGISTER)).toEqual([
    {
      username: 'lucas',
      password: 'lucas-tide-2026',
      confirm_password: 'lucas-tide-2026',
      v_code: '7KM4',
    },
  ]);
});

it('shows a message instead of the form when registration is closed', async () => {
  stubAccountSite({
    '/api/common/homePageSetting': () =>
      answer({ home_page: 1, home_item: '', register_open: 0, needs_setup: false }),
  });
  await renderApp('/user/register');
  expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeTruthy();
  expect(screen.queryByLabelText('Username')).toBeNull();
});
