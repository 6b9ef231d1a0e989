import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton, fillField, openDialog } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const USERS = '/api/adminUser/getList';
const SAVE_USER = '/api/adminUser/addUser';
const DELETE_USER = '/api/adminUser/deleteUser';
const NOTICES = '/api/adminNotice/getList';
const ANNOUNCE = '/api/adminNotice/announce';
const ITEMS = '/api/adminItem/getList';
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
    is_disabled: 0,
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
  const self = makeUser(account.uid, { username: account.username, groupid: 1 });
  await openConsole('', { [USERS]: () => okResponse({ users: [self], total: 1 }) });
  const role = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Only another administrator can change your role',
  });
  expect(role.disabled).toBe(true);
  const remove = screen.getByRole<HTMLButtonElement>('button', {
    name: 'Remove the administrator role before you delete this account',
  });
  expect(remove.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: `Disable ${account.username}` })).toBeNull();
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
  const sent = await openConsole('', { [SAVE_USER]: () => okResponse({}) });
  const dialog = await openDialog('Edit user9');
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
  const sent = await openConsole('', {
    '/api/adminUser/getBelongings': () =>
      okResponse({ item_count: 2, team_count: 0, file_count: 0 }),
    [DELETE_USER]: () => errorResponse(10209, 'User not found'),
  });
  const dialog = await openDialog('Delete user9');
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
  fillField('Username or name', 'zebra');
  expect(await screen.findByRole('heading', { name: 'Nothing found for “zebra”' })).toBeTruthy();
  await clickButton('Clear search');
  expect(await screen.findByText('user9')).toBeTruthy();
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
