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

it('the link is sent once, at once, and leaves the address', async () => {
  const sent = stubAccountSite({});
  const router = await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
  expect(sent.to(VERIFY)).toEqual([{ uid: '6', token: 'secret' }]);
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});

it('a used link is good news for the person whose email is verified, and for nobody else', async () => {
  const used = () => refusal(10609, 'This link was used already');
  stubAccountSite({ [VERIFY]: used, '/api/user/info': () => answer(account) });
  await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
  cleanup();

  stubAccountSite({ [VERIFY]: used });
  await renderApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});

it('without an answer the link can be tried again', async () => {
  const replies = [new Response('', { status: 502 }), answer({})];
  stubAccountSite({ [VERIFY]: () => replies.shift() ?? answer({}) });
  await renderApp(ADDRESS);
  await screen.findByRole('heading', { name: 'Your email is not verified yet' });
  await press('Try again');
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy();
});
