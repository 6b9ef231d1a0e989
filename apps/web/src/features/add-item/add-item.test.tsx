import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { blurField, clickButton, fillField } from '../../../tests/helpers/form.ts';
import { makeItemRow } from '../../../tests/helpers/items.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const ADD = '/api/item/add';

async function openForm(tab: string, replies: Parameters<typeof stubAccountApi>[0] = {}) {
  const sent = stubAccountApi({ '/api/user/info': () => okResponse(account), ...replies });
  await renderApp(`/item/add${tab}`);
  await screen.findByRole('heading', { level: 1 });
  return sent;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('requires a name, and a visit password for a private item', async () => {
  const sent = await openForm('');
  await clickButton('Create item');
  expect(screen.getByText('This field is required.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Item name'));

  fillField('Item name', 'Harbor');
  fireEvent.click(screen.getByRole('radio', { name: 'Private' }));
  await clickButton('Create item');
  expect(screen.getByText('Private items need a visit password')).toBeTruthy();
  expect(sent.bodiesOf(ADD)).toEqual([]);
});

it('rejects a domain of digits or a reserved word when the field loses the focus', async () => {
  await openForm('');
  fillField('Personal domain', '42');
  expect(screen.queryByText(/^Add a letter/)).toBeNull();
  blurField('Personal domain');
  expect(screen.getByText(/^Add a letter/)).toBeTruthy();
  fillField('Personal domain', 'api');
  expect(screen.getByText(/^This word is reserved/)).toBeTruthy();
});

it('creates the item once with its type and opens it', async () => {
  const openDocument = vi.spyOn(location, 'replace').mockImplementation(() => {});
  let answer: (response: Response) => void = () => {};
  const sent = await openForm('', {
    [ADD]: () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  fillField('Item name', 'Error codes');
  const create = screen.getByRole('button', { name: 'Create item' });
  fireEvent.click(create);
  await waitFor(() => expect(create.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(create);
  answer(okResponse({ item_id: 12 }));
  // The server renders the item, so the browser loads a new document.
  await waitFor(() => expect(openDocument.mock.calls).toEqual([['/12']]));
  expect(sent.bodiesOf(ADD)).toEqual([
    {
      item_name: 'Error codes',
      item_description: '',
      item_domain: '',
      item_type: 4,
      is_private: false,
      password: '',
    },
  ]);
});

it('does not send a password that was typed before the item was made open again', async () => {
  const sent = await openForm('', { [ADD]: () => errorResponse(10100, 'Not today') });
  fillField('Item name', 'Harbor');
  fireEvent.click(screen.getByRole('radio', { name: 'Private' }));
  fillField('Visit password', 'sesame');
  fireEvent.click(screen.getByRole('radio', { name: 'Open' }));
  await clickButton('Create item');
  expect(await screen.findByText('Not today')).toBeTruthy();
  expect(sent.bodiesOf(ADD)).toMatchObject([{ is_private: false, password: '' }]);
});

it('shows a taken domain at its field until the domain is changed', async () => {
  await openForm('', { [ADD]: () => errorResponse(10304, 'This domain is already taken') });
  fillField('Item name', 'Harbor');
  fillField('Personal domain', 'harbor');
  await clickButton('Create item');
  expect(await screen.findByText('This domain is already taken')).toBeTruthy();
  expect(screen.getByLabelText('Personal domain').getAttribute('aria-invalid')).toBe('true');
  fillField('Personal domain', 'harbor2');
  expect(screen.queryByText('This domain is already taken')).toBeNull();
});

it('requires the item to copy', async () => {
  const sent = await openForm('?tab=copy', {
    '/api/item/myList': () => okResponse([makeItemRow(3, { item_name: 'Shop' })]),
  });
  expect(await screen.findByRole('combobox', { name: 'Item to copy' })).toBeTruthy();
  fillField('New item name', 'Shop 2');
  await clickButton('Copy item');
  expect(screen.getByText('Choose an item.')).toBeTruthy();
  expect(sent.bodiesOf(ADD)).toEqual([]);
});

it('explains what to do when there is nothing to copy', async () => {
  await openForm('?tab=copy', {
    '/api/item/myList': () => okResponse([makeItemRow(4, { is_archived: 1 })]),
  });
  expect(await screen.findByRole('heading', { name: 'No items to copy yet' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy item' })).toBeNull();
});

it('names the item that a file is imported into', async () => {
  const sent = await openForm('?tab=import&item_id=3', {
    '/api/item/info': () => okResponse(makeItemRow(3, { item_name: 'Shop' })),
  });
  expect(await screen.findByText(/The pages are added to Shop\.$/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Import into this item' })).toBeTruthy();
  expect(sent.bodiesOf('/api/item/info')).toEqual([{ item_id: 3, menu: 'top' }]);
});

it('shows the keys of the receiving item hidden, and the command of the selected source', async () => {
  await openForm('?tab=auto', {
    '/api/item/myList': () => okResponse([makeItemRow(3, { item_name: 'Shop' })]),
    '/api/item/getKey': () =>
      okResponse({ api_key: 'b7e41c0d', api_token: '91fc2233', addtime: '2026-03-14T14:32:00Z' }),
  });
  const key = await screen.findByLabelText<HTMLInputElement>('api_key');
  expect(key.value).not.toContain('1c0d');
  expect(screen.getByText(/octavo\.sh pages/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'OpenAPI' }));
  expect(screen.getByText(/octavo\.sh openapi/)).toBeTruthy();
});
