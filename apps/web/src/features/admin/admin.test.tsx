import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, loginMethods, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton, fillField, openDialog } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const USERS = '/api/adminUser/getList';
const SAVE_USER = '/api/adminUser/addUser';
const DELETE_USER = '/api/adminUser/deleteUser';
const NOTICES = '/api/adminNotice/getList';
const ANNOUNCE = '/api/adminNotice/announce';
const ITEMS = '/api/adminItem/getList';
const noFactors = {
  totp: null,
  passkeys: [],
  recovery: { total: 0, left: 0, last_used_time: null },
};
const administrator = { ...account, groupid: 1 };

function makeUser(uid: number, change: Partial<AdminUserRow> = {}): AdminUserRow {
  return {
    uid,
    username: `user${uid}`,
    name: '',
    email: '',
    email_verify: 0,
    groupid: 2,
    reg_time: '2026-03-14T14:32:00Z',
    last_login_time: null,
    last_seen_time: null,
    is_disabled: 0,
    is_invited: 0,
    sources: ['local'],
    second_factors: [],
    ...change,
  };
}

async function openConsole(tab: string, replies: Parameters<typeof stubAccountApi>[0]) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(administrator),
    [USERS]: () => okResponse({ users: [makeUser(9)], total: 1 }),
    ...replies,
  });
  await renderApp(`/admin/index?tab=${tab}`);
  return sent;
}

/** Opens the details of a user by the URL. */
async function openUser(user: AdminUserRow, replies: Parameters<typeof stubAccountApi>[0] = {}) {
  return openConsole(`&user=${user.uid}`, {
    [USERS]: () => okResponse({ users: [user], total: 1 }),
    '/api/adminUser/getUser': () => okResponse({ ...user, item_count: 6, team_count: 1 }),
    '/api/adminUser/devices': () => okResponse([]),
    '/api/adminUser/getTokens': () => okResponse([]),
    '/api/adminUser/getLoginMethods': () => okResponse(loginMethods),
    '/api/adminSecurity/getSecondFactors': () => okResponse(noFactors),
    ...replies,
  });
}

/** Clicks a button of the details and returns the dialog above them. */
async function openAbove(button: string, title: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('denies the console to other users and sends none of its calls', async () => {
  const sent = await openConsole('', { '/api/user/info': () => okResponse(account) });
  expect(await screen.findByRole('heading', { name: 'You do not have access' })).toBeTruthy();
  expect(sent.bodiesOf(USERS)).toEqual([]);
});

it('protects the own role and the accounts of administrators', async () => {
  await openUser(makeUser(account.uid, { username: account.username, groupid: 1 }));
  expect(await screen.findByText('Only another administrator can change your role')).toBeTruthy();
  expect(
    screen.getByText('Remove the administrator role before you delete this account'),
  ).toBeTruthy();
  for (const name of ['Disable', 'Delete', 'Merge'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('shows the details of a user', async () => {
  await openUser(makeUser(9, { email: 'mei@harbor.test', email_verify: 1, is_disabled: 1 }));
  const details = within(await screen.findByRole('dialog', { name: 'user9' }));
  for (const text of [
    '6 items, 1 team',
    'Verified',
    'Disabled',
    'user9 is not logged in anywhere.',
  ])
    expect(await details.findByText(text)).toBeTruthy();
  expect(details.getByRole('button', { name: 'Enable' })).toBeTruthy();
});

it('lists the valid access tokens of a user, and revokes one', async () => {
  const token = {
    id: 4,
    name: 'Build server',
    prefix: 'oct_7f2a',
    scopes: ['read'],
    item_count: null,
    network: '',
    addtime: '2026-01-12T10:00:00Z',
    expire_time: '2026-06-12T10:00:00Z',
    is_expired: false,
    last_used_time: '2026-03-13T23:10:00Z',
    last_address: '10.20.4.31',
  };
  const lists = [[token, { ...token, id: 3, name: 'Old laptop', is_expired: true }]];
  const sent = await openUser(makeUser(9), {
    '/api/adminUser/getTokens': () => okResponse(lists.shift() ?? []),
    '/api/adminUser/revokeTokens': () => okResponse({}),
  });
  const details = within(await screen.findByRole('dialog', { name: 'user9' }));
  expect(await details.findByText('Token “Build server”')).toBeTruthy();
  expect(details.getByText(/from 10\.20\.4\.31$/)).toBeTruthy();
  expect(details.queryByText('Token “Old laptop”')).toBeNull();
  fireEvent.click(details.getByRole('button', { name: 'Revoke Build server' }));
  expect(await details.findByText('user9 is not logged in anywhere.')).toBeTruthy();
  expect(sent.bodiesOf('/api/adminUser/revokeTokens')).toEqual([{ uid: 9, id: 4 }]);
});

it('lists the second factors of a user, and offers to remove them', async () => {
  await openUser(makeUser(9, { second_factors: ['totp', 'passkey'] }), {
    '/api/adminSecurity/getSecondFactors': () =>
      okResponse({
        totp: { confirmed_time: '2026-01-12T10:00:00Z', last_used_time: null },
        passkeys: [
          {
            id: 1,
            name: 'Work laptop',
            is_security_key: false,
            addtime: '2026-01-12T10:00:00Z',
            last_used_time: null,
          },
        ],
        recovery: { total: 10, left: 9, last_used_time: null },
      }),
  });
  const details = within(await screen.findByRole('dialog', { name: 'user9' }));
  for (const text of ['Authenticator app', 'Work laptop', /9 of 10 left/])
    expect(await details.findByText(text)).toBeTruthy();
  expect(details.getByRole('button', { name: 'Remove two-factor login' })).toBeTruthy();
});

it('does not offer to remove what is not set up', async () => {
  await openUser(makeUser(9));
  const details = within(await screen.findByRole('dialog', { name: 'user9' }));
  expect(await details.findByText('Not set up')).toBeTruthy();
  expect(details.queryByRole('button', { name: 'Remove two-factor login' })).toBeNull();
});

it('locks the name that an identity provider maintains', async () => {
  await openUser(makeUser(9), {
    '/api/adminUser/getLoginMethods': () =>
      okResponse({
        ...loginMethods,
        scim: { external_id: 'a1', external_username: 'user9@corp', addtime: account.reg_time },
        maintained_by: 'scim',
      }),
  });
  expect(await screen.findByText(/user9@corp \(a1\)/)).toBeTruthy();
  const dialog = await openAbove('Edit name or password', 'Edit user');
  expect(dialog.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
  expect(dialog.getByText('From SCIM. Cannot be changed here')).toBeTruthy();
});

it('creates a user once after validation', async () => {
  const sent = await openConsole('', {
    [SAVE_USER]: () => okResponse({}),
  });
  const dialog = await openDialog('Add user');
  const save = dialog.getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  expect(await dialog.findByText('This field is required.')).toBeTruthy();
  expect(dialog.getByText('A password must have 8 to 256 characters')).toBeTruthy();
  expect(sent.bodiesOf(SAVE_USER)).toEqual([]);

  fillField('Username', 'lucas');
  fillField('Password', 'lucas-tide-2026');
  fireEvent.click(save);
  fireEvent.click(save);
  expect(await screen.findByText('lucas can log in now')).toBeTruthy();
  expect(sent.bodiesOf(SAVE_USER)).toEqual([
    { uid: 0, username: 'lucas', name: '', password: 'lucas-tide-2026' },
  ]);
});

it('edits a user without a new password; the username is fixed', async () => {
  const sent = await openUser(makeUser(9), { [SAVE_USER]: () => okResponse({}) });
  const dialog = await openAbove('Edit name or password', 'Edit user');
  expect(screen.getByLabelText<HTMLInputElement>('Username').readOnly).toBe(true);
  fireEvent.change(dialog.getByLabelText('Name'), {
    target: { value: 'Lucas' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('user9 saved')).toBeTruthy();
  expect(sent.bodiesOf(SAVE_USER)).toEqual([
    { uid: 9, username: 'user9', name: 'Lucas', password: '' },
  ]);
});

it('asks for a new owner when the deleted user owns items', async () => {
  const sent = await openUser(makeUser(9), {
    '/api/adminUser/getBelongings': () =>
      okResponse({ item_count: 2, team_count: 0, file_count: 0 }),
    [DELETE_USER]: () => errorResponse(10209, 'User not found'),
  });
  const dialog = await openAbove('Delete', 'Delete user9?');
  await dialog.findByLabelText('Username of the new owner');
  const remove = dialog.getByRole('button', { name: 'Delete user' });
  fireEvent.click(remove);
  expect(dialog.getByText('This field is required.')).toBeTruthy();
  expect(sent.bodiesOf(DELETE_USER)).toEqual([]);
  fillField('Username of the new owner', 'tomas');
  fireEvent.click(remove);
  expect(await dialog.findByText('User not found')).toBeTruthy();
  expect(sent.bodiesOf(DELETE_USER)).toEqual([{ uid: 9, to_username: 'tomas' }]);
});

it('shows that no user matches and clears the search', async () => {
  await openConsole('', {
    [USERS]: (body) =>
      (body as { username: string }).username === ''
        ? okResponse({ users: [makeUser(9)], total: 1 })
        : okResponse({ users: [], total: 0 }),
  });
  await screen.findByText('user9');
  fillField('Name, username, email', 'zebra');
  expect(await screen.findByRole('heading', { name: 'Nothing found for “zebra”' })).toBeTruthy();
  await clickButton('Clear search');
  expect(await screen.findByText('user9')).toBeTruthy();
});

it('sends the filters of the URL and ignores unknown values', async () => {
  const sent = await openConsole('&source=ldap&role=3&state=away&factor=off&seen=never&page=2', {
    [USERS]: () => okResponse({ users: [makeUser(9)], total: 21 }),
  });
  await screen.findByText('user9');
  expect(sent.bodiesOf(USERS)).toContainEqual({
    username: '',
    source: 'ldap',
    groupid: 3,
    second_factor: 'off',
    last_seen: 'never',
    page: 2,
    count: 20,
  });
});

it('shows to whom an action does not apply before it runs, and sends it once', async () => {
  const PREVIEW = '/api/adminUser/previewChange';
  const CHANGE = '/api/adminUser/changeUsers';
  const sent = await openConsole('', {
    [USERS]: () => okResponse({ users: [9, 8, 7].map((uid) => makeUser(uid)), total: 3 }),
    [PREVIEW]: () =>
      okResponse({
        applicable: 2,
        skipped: [{ uid: 8, username: 'user8', reason: 'administrator' }],
      }),
    [CHANGE]: () => okResponse({ changed: 2, skipped: [] }),
  });
  fireEvent.click(await screen.findByLabelText('Select user9'));
  fireEvent.click(screen.getByLabelText('Select user7'), { shiftKey: true });
  expect(screen.getByText('3 selected')).toBeTruthy();
  const dialog = await openAbove('Disable', 'Disable 3 users?');
  expect(await dialog.findByText(/^2 of 3 can be disabled\./)).toBeTruthy();
  expect(dialog.getByText('An administrator cannot be disabled')).toBeTruthy();
  expect(sent.bodiesOf(CHANGE)).toEqual([]);
  const disable = dialog.getByRole('button', { name: 'Disable' });
  fireEvent.click(disable);
  fireEvent.click(disable);
  expect(await screen.findByText('2 users disabled')).toBeTruthy();
  expect(sent.bodiesOf(CHANGE)).toEqual([{ uids: [9, 8, 7], action: 'disable' }]);
  expect(screen.queryByText('3 selected')).toBeNull();
});

it('clears the selection with Esc', async () => {
  await openConsole('', {});
  fireEvent.click(await screen.findByLabelText('Select all on this page'));
  expect(screen.getByText('1 selected')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
});

it('publishes an announcement and lists it', async () => {
  const notices: object[] = [];
  const sent = await openConsole('announcements', {
    [NOTICES]: () => okResponse(notices),
    '/api/adminSetting/loadConfig': () => new Promise<Response>(() => {}),
    [ANNOUNCE]: (body) => {
      const notice_time = '2026-03-14T14:32:00Z';
      notices.push({ notice_id: 1, notice_time, read_count: 0, ...(body as object) });
      return okResponse({});
    },
  });
  expect(await screen.findByRole('heading', { name: 'No announcements yet' })).toBeTruthy();
  const dialog = await openDialog('Publish');
  const publish = dialog.getByRole('button', { name: 'Publish' });
  fireEvent.click(publish);
  expect(await dialog.findByText('This field is required.')).toBeTruthy();
  fillField('Title', 'Maintenance at noon');
  fireEvent.click(publish);
  expect(await screen.findByText('Maintenance at noon')).toBeTruthy();
  expect(sent.bodiesOf(ANNOUNCE)).toEqual([
    { notice_title: 'Maintenance at noon', notice_content: '' },
  ]);
});

it('lists deleted items separately and searches only on request', async () => {
  const sent = await openConsole('items', { [ITEMS]: () => okResponse({ items: [], total: 0 }) });
  expect(await screen.findByRole('heading', { name: 'No items yet' })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Deleted' }));
  expect(await screen.findByRole('heading', { name: 'No deleted items' })).toBeTruthy();
  fillField('Item name', ' shop ');
  expect(sent.bodiesOf(ITEMS)).toHaveLength(2);
  await clickButton('Search');
  await waitFor(() =>
    expect(sent.bodiesOf(ITEMS).at(-1)).toMatchObject({ item_name: 'shop', is_del: true, page: 1 }),
  );
});
