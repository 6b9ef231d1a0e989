import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const VERIFY = '/api/user/verifyEmail';
const ADDRESS = '/user/verifyEmail?uid=6&token=secret';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('verifies the link once on load and removes the token from the URL', async () => {
  const sent = stubAccountApi({});
  const router = await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
  expect(sent.bodiesOf(VERIFY)).toEqual([{ uid: '6', token: 'secret' }]);
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});

it('shows success for a used link only to a user whose email is verified', async () => {
  const used = () => errorResponse(10609, 'This link was used already');
  stubAccountApi({ [VERIFY]: used, '/api/user/info': () => okResponse(account) });
  await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
  cleanup();

  stubAccountApi({ [VERIFY]: used });
  await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});

it('offers a retry when the request fails', async () => {
  const replies = [new Response('', { status: 502 }), okResponse({})];
  stubAccountApi({ [VERIFY]: () => replies.shift() ?? okResponse({}) });
  await renderApp(ADDRESS);
  await screen.findByRole('heading', { name: 'Your email is not verified yet' });
  await clickButton('Try again');
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
});
