import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { blurField, clickButton, fillField } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const SETUP = '/api/user/setup';
const SITE = '/api/common/homePageSetting';
const newSite = { home_page: 1, home_item: '', register_open: 1, needs_setup: true };

async function openSetup(
  replies: Parameters<typeof stubAccountApi>[0] = {},
  address = '/user/setup?token=5eed',
) {
  const sent = stubAccountApi({ [SITE]: () => okResponse(newSite), ...replies });
  const router = await renderApp(address);
  return { sent, router };
}

async function fillForm() {
  await screen.findByRole('heading', { name: 'Set up Octavo' });
  fillField('Username', 'mei.lin');
  fillField('Password', 'seven quiet boats');
  fillField('Repeat password', 'seven quiet boats');
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('creates the administrator once with the token of the link and logs in', async () => {
  let answer: (response: Response) => void = () => {};
  const { sent, router } = await openSetup({
    [SETUP]: () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  });
  await fillForm();
  fireEvent.click(screen.getByRole('switch', { name: 'Open registration' }));
  const submit = screen.getByRole('button', { name: 'Create administrator' });
  fireEvent.click(submit);
  await waitFor(() => expect(submit.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(submit);
  answer(okResponse({ ...account, groupid: 1 }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/item/index'));
  expect(sent.bodiesOf(SETUP)).toEqual([
    {
      username: 'mei.lin',
      password: 'seven quiet boats',
      confirm_password: 'seven quiet boats',
      token: '5eed',
      register_open: false,
    },
  ]);
});

it('validates all fields before sending and focuses the first invalid one', async () => {
  const { sent } = await openSetup();
  await screen.findByRole('heading', { name: 'Set up Octavo' });
  fillField('Password', 'short');
  blurField('Password');
  expect(screen.getByText('A password must have 8 to 256 characters')).toBeTruthy();
  await clickButton('Create administrator');
  expect(screen.getByText('This field is required.')).toBeTruthy();
  expect(screen.getByText(/passwords do not match/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  expect(sent.bodiesOf(SETUP)).toEqual([]);
});

it('shows a rejected username at its field until it is changed', async () => {
  await openSetup({ [SETUP]: () => errorResponse(10201, 'This username is taken') });
  await fillForm();
  await clickButton('Create administrator');
  expect(await screen.findByText('This username is taken')).toBeTruthy();
  const username = screen.getByLabelText('Username');
  expect(username.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(username);
  fillField('Username', 'mei');
  expect(screen.queryByText('This username is taken')).toBeNull();
});

it('shows any other error above the button and keeps the fields', async () => {
  await openSetup({ [SETUP]: () => errorResponse(10100, 'Try again in a minute') });
  await fillForm();
  await clickButton('Create administrator');
  expect(await screen.findByText('Try again in a minute')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('mei.lin');
});

it('explains an incomplete link and a link that the server rejects', async () => {
  const { sent } = await openSetup({}, '/user/setup');
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeTruthy();
  expect(sent.bodiesOf(SETUP)).toEqual([]);
  cleanup();

  await openSetup({ [SETUP]: () => errorResponse(10609, 'This link has expired') });
  await fillForm();
  await clickButton('Create administrator');
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeTruthy();
  expect(screen.queryByLabelText('Username')).toBeNull();
});

it('leads to the login when the site is already set up', async () => {
  await openSetup({ [SITE]: () => okResponse({ ...newSite, needs_setup: false }) });
  expect(await screen.findByRole('heading', { name: 'This site is already set up' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/user/login');
});
