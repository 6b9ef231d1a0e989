import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { fillField, clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const LINK = '/user/ResetPasswordByUrl?uid=6&email=mei.lin%40harbor.dev&token=secret';
const BY_URL = '/api/user/resetPasswordByUrl';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows the same confirmation for every address and allows another mail after 60 s', async () => {
  stubAccountApi({});
  await renderApp('/user/resetPassword');
  await screen.findByRole('heading', { name: 'Reset your password' });
  fillField('Email', 'unknown@harbor.dev');
  fillField('Verification code', '7KM4');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await clickButton('Send reset email');
  await screen.findByRole('heading', { name: 'Check your email' });
  expect(screen.getByText(/is a verified email of an account/)).toBeTruthy();
  const again = screen.getByRole<HTMLButtonElement>('button', { name: /^Send again in/ });
  expect(again.disabled).toBe(true);
  for (let second = 0; second < 60; second += 1)
    await act(async () => vi.advanceTimersByTime(1000));
  await clickButton('Send again');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('unknown@harbor.dev');
});

it('removes the token of a reset link from the URL and logs in with the new password', async () => {
  const sent = stubAccountApi({ [BY_URL]: () => okResponse(account) });
  const router = await renderApp(`${LINK}&redirect=%2Fitem%2Findex%3Fa%3Db`);
  await screen.findByRole('heading', { name: 'Set a new password' });
  expect(router.state.location.search).toBe('');
  fillField('New password', 'fresh-tide-2030');
  await clickButton('Set password and log in');
  await waitFor(() => expect(router.state.location.search).toBe('?a=b'));
  expect(sent.bodiesOf(BY_URL)).toEqual([
    { uid: '6', email: 'mei.lin@harbor.dev', token: 'secret', new_password: 'fresh-tide-2030' },
  ]);
});

it('offers a new mail for a used link', async () => {
  stubAccountApi({ [BY_URL]: () => errorResponse(10609, 'This link was used already') });
  await renderApp(LINK);
  await screen.findByRole('heading', { name: 'Set a new password' });
  fillField('New password', 'fresh-tide-2030');
  await clickButton('Set password and log in');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  const again = screen.getByRole<HTMLAnchorElement>('link', { name: 'Send a new reset email' });
  expect(again.getAttribute('href')).toBe('/user/resetPassword');
});

it('shows the error of a rejected password at its field and keeps the form usable', async () => {
  stubAccountApi({ [BY_URL]: () => errorResponse(10611, 'Choose another one') });
  await renderApp(LINK);
  await screen.findByRole('heading', { name: 'Set a new password' });
  fillField('New password', 'password1234');
  await clickButton('Set password and log in');
  expect(await screen.findByText('Choose another one')).toBeTruthy();
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
});
