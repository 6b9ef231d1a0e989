import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { fillField, clickButton } from '../../../tests/helpers/form.ts';
import { makeItemInfo, makeItemRow } from '../../../tests/helpers/items.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const UPDATE = '/api/item/update';
const DELETE = '/api/item/delete';
const item = { ...makeItemRow(3, { item_name: 'Shop' }), username: 'mei.lin' };

async function openSettings(
  tab: string,
  replies: Parameters<typeof stubAccountApi>[0] = {},
  change: object = {},
) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/item/detail': () => okResponse({ ...item, ...change }),
    '/api/item/info': () => okResponse(makeItemInfo(3, { page_count: 42 })),
    '/api/catalog/catListName': () => okResponse([{}, {}]),
    '/api/recycle/getList': () => okResponse([]),
    ...replies,
  });
  const router = await renderApp(`/item/setting/3${tab}`);
  await screen.findByRole('heading', { level: 2 });
  return { sent, router };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('saves only the changed fields of the basic information', async () => {
  let stored: object = item;
  const { sent } = await openSettings('', {
    '/api/item/detail': () => okResponse(stored),
    [UPDATE]: (body) => {
      stored = { ...stored, ...(body as object) };
      return okResponse({});
    },
  });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fillField('Item name', 'Harbor');
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  await clickButton('Save');
  expect(sent.bodiesOf(UPDATE)).toEqual([{ item_id: 3, item_name: 'Harbor', is_private: false }]);
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
});

it('shows the error of a taken domain at its field until it is changed', async () => {
  await openSettings('', { [UPDATE]: () => errorResponse(10304, 'This domain is already taken') });
  fillField('Personal domain', 'commerce');
  await clickButton('Save');
  const field = screen.getByLabelText('Personal domain');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  fillField('Personal domain', 'commerce2');
  expect(field.getAttribute('aria-invalid')).toBeNull();
});

it('asks for confirmation before leaving with unsaved changes', async () => {
  const { router } = await openSettings('');
  fillField('Item name', 'Harbor');
  screen.getByRole('link', { name: 'Advanced' }).click();
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  await clickButton('Keep editing');
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Item name').value).toBe('Harbor');
});

it('deletes an item after a confirmation with the password and, after failures, a verification code', async () => {
  const replies = [
    errorResponse(10665, 'Confirm that it is you', { methods: ['password'], minutes: 5 }),
    errorResponse(10208, 'Incorrect password'),
    errorResponse(10210, 'Wrong, and a code is needed'),
  ];
  const { sent, router } = await openSettings('?tab=advanced', {
    [DELETE]: () => replies.shift() ?? okResponse({}),
  });
  await screen.findByText(/^42 pages, 2 catalogs and their history are deleted/);
  await clickButton('Delete item');
  await screen.findByText('Delete “Shop”?');
  screen.getAllByRole('button', { name: 'Delete item' }).at(-1)?.click();
  await screen.findByText('You are not asked again for 5 minutes.');
  const send = async () => clickButton('Confirm');
  await send();
  expect(await screen.findByText('This field is required.')).toBeTruthy();
  expect(sent.bodiesOf(DELETE)).toEqual([{ item_id: 3 }]);

  fillField('Your login password', 'wrong');
  await send();
  expect(await screen.findByText('Incorrect password')).toBeTruthy();
  await send();
  expect(await screen.findByLabelText('Verification code')).toBeTruthy();
  fillField('Your login password', 'harbor tide');
  fillField('Verification code', '7Km4');
  await send();
  expect(await screen.findByRole('heading', { name: '“Shop” deleted' })).toBeTruthy();
  expect(sent.bodiesOf(DELETE).at(-1)).toEqual({
    item_id: 3,
    password: 'harbor tide',
    v_code: '7Km4',
  });
  expect(router.state.location.pathname).toBe('/item/setting/3');
  await waitFor(() => expect(router.state.location.pathname).toBe('/item/index'));
});

it('hides the key and the token until the user shows them', async () => {
  await openSettings('?tab=open-api', {
    '/api/item/getKey': () =>
      okResponse({ api_key: 'b7e41c0d', api_token: '91fc2233', addtime: '2026-03-14T14:32:00Z' }),
  });
  const token = await screen.findByLabelText<HTMLInputElement>('api_token');
  expect(token.value).toBe('91fc••••');
  await clickButton('Show api_token');
  expect(token.value).toBe('91fc2233');
  expect(screen.getByText(/\$OCTAVO_TOKEN/).textContent).not.toContain('91fc2233');
});

it('disables recovery and all fields except the password for an archived item', async () => {
  const page = {
    page_id: 9,
    page_title: 'Old page',
    del_by_username: 'tomas.kral',
    del_time: '2026-03-14T14:32:00Z',
    old_place: 'Orders',
    days_left: 2,
  };
  const replies = { '/api/recycle/getList': () => okResponse([page]) };
  await openSettings('?tab=recycle', replies, { is_archived: 1, is_private: 1 });
  expect(await screen.findByText('Was in Orders')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Recover Old page' })).toBeNull();
  screen.getByRole('link', { name: 'Basic information' }).click();
  const name = await screen.findByLabelText<HTMLInputElement>('Item name');
  expect(name.disabled).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('New visit password').disabled).toBe(false);
});

it('denies access to the settings of another user’s item', async () => {
  stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/item/detail': () => errorResponse(10303, 'Only the owner of this item can do this'),
  });
  await renderApp('/item/setting/3');
  expect(await screen.findByRole('heading', { name: 'You do not have access' })).toBeTruthy();
});
