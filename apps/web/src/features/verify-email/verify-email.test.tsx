import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountSite } from '../../testing/account-site.ts';
import { answer, refusal } from '../../testing/answers.ts';
import { press } from '../../testing/form.ts';
import { renderApp } from '../../testing/render-app.tsx';

const VERIFY = '/api/user/verifyEmail';
const ADDRESS = '/user/verifyEmail?uid=6&token=secret';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('verifies the link once on load and removes the token from the URL', async () => {
  const sent = stubAccountSite({});
  const router = await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
  expect(sent.to(VERIFY)).toEqual([{ uid: '6', token: 'secret' }]);
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});

it('shows success for a used link only to a user whose email is verified', async () => {
  const used = () => refusal(10609, 'This link was used already');
  stubAccountSite({ [VERIFY]: used, '/api/user/info': () => answer(account) });
  await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
  cleanup();

  stubAccountSite({ [VERIFY]: used });
  await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});

it('offers a retry when the request fails', async () => {
  const replies = [new Response('', { status: 502 }), answer({})];
  stubAccountSite({ [VERIFY]: () => replies.shift() ?? answer({}) });
  await renderApp(ADDRESS);
  await screen.findByRole('heading', { name: 'Your email is not verified yet' });
  await press('Try again');
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
});
