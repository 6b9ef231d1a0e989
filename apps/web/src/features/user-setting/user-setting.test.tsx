import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  account,
  loginMethods,
  securityReplies,
  stubAccountApi,
} from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { fillField, clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const PASSWORD = '/api/user/resetPassword';
const EMAIL = '/api/user/updateEmail';

const device = {
  device_id: 1,
  kind: 'browser',
  user_agent: '',
  address: '10.20.4.18',
  addtime: '2026-01-03T10:00:00Z',
  last_used_time: '2026-01-03T10:00:00Z',
  is_current: false,
};

async function openSettings(
  person: object = account,
  replies: Parameters<typeof stubAccountApi>[0] = {},
  tab = '',
) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(person),
    ...securityReplies,
    '/api/user/devices': () => okResponse([{ ...device, is_current: true }]),
    ...replies,
  });
  await renderApp(`/user/setting?tab=${tab}`);
  await screen.findByRole('heading', { name: 'User settings' });
  return sent;
}

const escape = () =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['Not set', 'Add email', { email: '', email_verify: 0 }],
  ['Not verified', 'Change email', { email_verify: 0, email_sent_time: '2026-03-14T14:02:00Z' }],
  ['Verified', 'Change email', {}],
])('shows the email state “%s” and offers “%s”', async (state, action, change) => {
  await openSettings({ ...account, ...change });
  expect(screen.getByText(state)).toBeTruthy();
  expect(screen.getByRole('button', { name: action })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send again' }) !== null).toBe(
    state === 'Not verified',
  );
});

it('saves a changed name with its own button', async () => {
  const sent = await openSettings();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  fillField('Name', 'Mei');
  await clickButton('Save');
  expect(sent.bodiesOf('/api/user/updateInfo')).toEqual([{ name: 'Mei' }]);
});

it('shows a wrong password at its field and the verification code after error 10210', async () => {
  const replies = [
    errorResponse(10208, 'Incorrect password'),
    errorResponse(10210, 'A code is needed'),
  ];
  const sent = await openSettings(account, { [PASSWORD]: () => replies.shift() ?? okResponse({}) });
  await clickButton('Change password');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  fillField('Current password', 'wrong');
  fillField('New password', 'another-tide-2028');
  const submit = () =>
    act(async () => dialog.getByRole('button', { name: 'Change password' }).click());
  await submit();
  expect(await dialog.findByText('Incorrect password')).toBeTruthy();
  expect(dialog.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  await submit();
  expect(await dialog.findByText('A code is needed')).toBeTruthy();
  fillField('Verification code', '7KM4');
  fillField('Current password', 'right');
  await submit();
  await waitFor(() => expect(sent.bodiesOf(PASSWORD)).toHaveLength(3));
  expect(sent.bodiesOf(PASSWORD).at(-1)).toEqual({
    password: 'right',
    new_password: 'another-tide-2028',
    v_code: '7KM4',
  });
  expect(await screen.findByText('Password changed')).toBeTruthy();
});

async function openEmailDialog(email: string) {
  await clickButton('Change email');
  await screen.findByRole('dialog', { name: 'Change email' });
  if (email !== '') fillField('Email', email);
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('closes an unchanged dialog with Esc and asks before discarding typed text', async () => {
  const sent = await openSettings();
  await openEmailDialog('');
  await escape();
  await expectClosed();

  await openEmailDialog('mei@harbor.dev');
  await escape();
  await screen.findByText('Discard what you entered?');
  await clickButton('Keep editing');
  await waitFor(() => expect(screen.queryByText('Discard what you entered?')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mei@harbor.dev');
  await clickButton('Cancel');
  await expectClosed();

  await openEmailDialog('mei@harbor.dev');
  await escape();
  await screen.findByText('Discard what you entered?');
  await clickButton('Discard');
  await expectClosed();
  expect(sent.bodiesOf(EMAIL)).toEqual([]);
});

it('names the devices and logs out another device after confirmation', async () => {
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1';
  const others = [
    { ...device, device_id: 2, user_agent: agent },
    { ...device, device_id: 3, kind: 'token', user_agent: 'curl/8.5.0' },
  ];
  const lists = [[{ ...device, is_current: true }, ...others]];
  const replies = {
    '/api/user/devices': () => okResponse(lists.shift() ?? [{ ...device, is_current: true }]),
  };
  const sent = await openSettings(account, replies, 'security');
  expect(await screen.findByText('Safari on iPhone')).toBeTruthy();
  expect(screen.getByText('Token used by curl')).toBeTruthy();
  expect(screen.getByText('Unknown device')).toBeTruthy();
  await clickButton('Log out Token used by curl');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Scripts that use this token/)).toBeTruthy();
  await act(async () => dialog.getByRole('button', { name: 'Log out' }).click());
  expect(await screen.findByText('“Token used by curl” logged out')).toBeTruthy();
  expect(sent.bodiesOf('/api/user/revokeDevice')).toEqual([{ device_id: 3 }]);
  expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull();
});

it('offers a first password where local access is on, and names who manages it where it is off', async () => {
  const proof = (local_access: 0 | 1) =>
    okResponse({
      by: 'password',
      is_fresh: 0,
      is_linked: 0,
      has_password: 0,
      local_access,
      has_second_factor: 0,
    });
  await openSettings(account, { '/api/user/proof': () => proof(0) });
  await screen.findByText('Managed by your organisation');
  expect(screen.queryByRole('button', { name: 'Set password' })).toBeNull();
  cleanup();

  const sent = await openSettings(account, {
    '/api/user/proof': () => proof(1),
    [PASSWORD]: () => okResponse({}),
  });
  await screen.findByRole('button', { name: 'Set password' });
  await clickButton('Set password');
  const dialog = within(await screen.findByRole('dialog', { name: 'Set password' }));
  fillField('New password', 'another-tide-2028');
  await act(async () => dialog.getByRole('button', { name: 'Set password' }).click());
  expect(sent.bodiesOf(PASSWORD)).toEqual([{ new_password: 'another-tide-2028' }]);
});

it('locks what a directory or an identity provider maintains, with its source', async () => {
  const methods = (change: object) => okResponse({ ...loginMethods, ...change });
  const LOCKED = /^From (LDAP|SCIM)\. Cannot be changed here$/;
  await openSettings(account, {
    '/api/ExtLogin/loginMethods': () =>
      methods({ maintained_by: 'scim', email_maintained_by: 'scim' }),
  });
  const notes = await screen.findAllByText(LOCKED);
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'From SCIM. Cannot be changed here',
    'From SCIM. Cannot be changed here',
  ]);
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change email' })).toBeNull();
  expect(screen.getByText(/^mei.lin@harbor.dev/)).toBeTruthy();
  cleanup();

  await openSettings(account, {
    '/api/ExtLogin/loginMethods': () => methods({ maintained_by: 'ldap' }),
  });
  expect(await screen.findAllByText(LOCKED)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Change email' })).toBeTruthy();
});
