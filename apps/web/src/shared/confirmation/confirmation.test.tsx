import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, securityReplies, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const START = '/api/secondFactor/startTotp';
const TITLE = 'Confirm it is you';
const newTotp = okResponse({ secret: 'ABCDEFGH', qr: 'data:image/png;base64,' });

/** Opens the security settings and starts the set-up of an authenticator app, which needs a confirmation. */
async function startTotp(
  confirmed: (body: object) => Response | Promise<Response>,
  method = 'password',
) {
  const needed = errorResponse(10665, 'Confirm', { methods: [method], minutes: 0 });
  let count = 0;
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    ...securityReplies,
    [START]: (body) => ((count += 1) === 1 ? needed : confirmed(body as object)),
  });
  const router = await renderApp('/user/setting?tab=security');
  const opener = await screen.findByRole('button', { name: 'Set up' });
  opener.focus();
  fireEvent.click(opener);
  const element = await screen.findByRole('dialog', { name: TITLE });
  return { sent, router, opener, dialog: within(element) };
}

const enterPassword = (dialog: ReturnType<typeof within>) => {
  fireEvent.change(dialog.getByLabelText('Your login password'), {
    target: { value: 'quiet boats' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
};
const confirmation = () => screen.queryByRole('dialog', { name: TITLE });
const focusedDialog = () => document.activeElement?.closest('[role="dialog"]');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('stays open while the confirmed request runs, and leaves the focus to the dialog with its result', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { sent, opener, dialog } = await startTotp(() => promise);
  enterPassword(dialog);
  await expect.poll(() => sent.bodiesOf(START).length).toBe(2);
  const cancel = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Cancel' });
  await expect.poll(() => cancel.disabled).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await act(async () => resolve(newTotp.clone()));
  const result = await screen.findByRole('dialog', { name: 'Set up authenticator app' });
  await expect.poll(confirmation).toBeNull();
  await expect.poll(focusedDialog).toBe(result);
  fireEvent.click(within(result).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('sends nothing when the user goes back', async () => {
  const { sent, router } = await startTotp(() => newTotp.clone());
  await act(() => router.navigate('/user/setting?tab=account'));
  await expect.poll(confirmation).toBeNull();
  expect(sent.bodiesOf(START)).toEqual([{}]);
});

it('opens the login at the provider in a new tab, and then sends the request again', async () => {
  let isRecent = false;
  const { dialog } = await startTotp(
    () => (isRecent ? newTotp.clone() : errorResponse(10628, 'Log in again first')),
    'login',
  );
  const link = dialog.getByRole('link', { name: 'Log in again with your organisation account' });
  expect(link.getAttribute('target')).toBe('_blank');
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  fireEvent.click(confirm);
  expect(await dialog.findByText('Log in again first')).toBeTruthy();
  isRecent = true;
  fireEvent.click(confirm);
  expect(await screen.findByRole('dialog', { name: 'Set up authenticator app' })).toBeTruthy();
});
