import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { fillField, clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const LOGIN = '/api/user/login';

async function openLogin(address = '/user/login') {
  const router = await renderApp(address);
  await screen.findByRole('heading', { name: 'Log in' });
  fillField('Username or email', 'mei.lin');
  fillField('Password', 'harbor-tide-2026');
  return router;
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['/user/login?redirect=%2Fitem%2Fadd%3Ftab%3Dcopy', '/item/add?tab=copy'],
  ['/user/login?redirect=https%3A%2F%2Fevil.example', '/item/index'],
  ['/user/login?redirect=%2F%2Fevil.example', '/item/index'],
  ['/user/login', '/item/index'],
])('redirects from %s to %s after the login', async (address, target) => {
  stubAccountApi({ [LOGIN]: () => okResponse(account) });
  const router = await openLogin(address);
  await clickButton('Log in');
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(target);
  });
});

it('redirects a logged-in user without showing the form', async () => {
  stubAccountApi({ '/api/user/info': () => okResponse(account) });
  const router = await renderApp('/user/login?redirect=%2Fitem%2Findex%3Fa%3Db');
  await waitFor(() => expect(router.state.location.search).toBe('?a=b'));
});

it('shows the verification code with its reason after error 10210, and sends it', async () => {
  const replies = [errorResponse(10210, 'Wrong, and a code is needed'), okResponse(account)];
  const sent = stubAccountApi({ [LOGIN]: () => replies.shift() ?? okResponse({}) });
  await openLogin();
  expect(screen.queryByLabelText('Verification code')).toBeNull();
  await clickButton('Log in');
  expect(await screen.findByText('Wrong, and a code is needed')).toBeTruthy();
  expect(screen.getByText(/after several failed attempts/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('harbor-tide-2026');

  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500);
  await clickButton('Log in');
  expect(screen.getByText('Enter the characters in the image.')).toBeTruthy();
  fillField('Verification code', '7KM4');
  await clickButton('Log in');
  await waitFor(() => expect(sent.bodiesOf(LOGIN)).toHaveLength(2));
  expect(sent.bodiesOf(LOGIN)).toEqual([
    { username: 'mei.lin', password: 'harbor-tide-2026' },
    { username: 'mei.lin', password: 'harbor-tide-2026', v_code: '7KM4' },
  ]);
});

it('shows an empty, focused code field after error 10206', async () => {
  stubAccountApi({ [LOGIN]: () => errorResponse(10206, 'The code is wrong') });
  await openLogin();
  await clickButton('Log in');
  const code = await screen.findByLabelText('Verification code');
  expect(document.activeElement).toBe(code);
  // The user has not entered a code yet, so no error is shown.
  expect(screen.queryByText('The code is wrong')).toBeNull();
});

it('ignores clicks during a login and within 500 ms of an alert', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  let refuse: (response: Response) => void = () => {};
  const reply = () => new Promise<Response>((resolve) => (refuse = resolve));
  const sent = stubAccountApi({ [LOGIN]: reply });
  await openLogin();
  await clickButton('Log in');
  await clickButton('Log in');
  expect(sent.bodiesOf(LOGIN)).toHaveLength(1);

  refuse(errorResponse(10204, 'Incorrect username or password'));
  await screen.findByText('Incorrect username or password');
  clock.mockReturnValue(1499);
  await clickButton('Log in');
  expect(sent.bodiesOf(LOGIN)).toHaveLength(1);
  clock.mockReturnValue(1500);
  await clickButton('Log in');
  expect(sent.bodiesOf(LOGIN)).toHaveLength(2);
});

it('keeps the form when the session cannot be loaded', async () => {
  stubAccountApi({
    '/api/user/info': () => new Response('', { status: 502 }),
    [LOGIN]: () => new Response('', { status: 502 }),
  });
  await openLogin();
  await clickButton('Log in');
  expect(await screen.findByText('Octavo is being updated. Try again in a minute')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Username or email').value).toBe('mei.lin');
});

it('asks for the local password after error 10621, and shows an error when the link has expired', async () => {
  const replies = [
    errorResponse(10626, 'Expired'),
    okResponse({ kind: 'ldap', username: 'mei.lin', has_password: 1 }),
  ];
  const sent = stubAccountApi({
    [LOGIN]: () => errorResponse(10621, 'Not linked'),
    '/api/ExtLogin/pendingLink': () => replies.shift() ?? okResponse({}),
    '/api/ExtLogin/confirmLink': () => okResponse(account),
  });
  const router = await openLogin('/user/login?redirect=%2Fitem%2Findex%3Fa%3Db');
  await clickButton('Log in');
  expect(await screen.findByText(/already belongs to an account of this site/)).toBeTruthy();
  fillField('Username or email', 'mei.lin');
  fillField('Password', 'harbor-tide-2026');
  await clickButton('Log in');
  await screen.findByRole('heading', { name: 'Link to your account' });
  fillField('Password on this site', 'my own password');
  await clickButton('Link and log in');
  expect(sent.bodiesOf('/api/ExtLogin/confirmLink')).toEqual([{ password: 'my own password' }]);
  await waitFor(() => expect(router.state.location.search).toBe('?a=b'));
});
