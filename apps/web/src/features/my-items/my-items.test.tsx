import type { ItemRow } from '@octavo/contract/item.entities';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse } from '../../../tests/helpers/responses.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { makeItemRow } from '../../../tests/helpers/items.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const MY_LIST = '/api/item/myList';
const group = { id: 7, group_name: 'Platform', item_ids: '2,3,99', s_number: 1 };

function rows(count: number): ItemRow[] {
  return Array.from({ length: count }, (_, at) => makeItemRow(at + 1));
}

async function openItems(items: ItemRow[], address = '/item/index') {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/itemGroup/getList': () => okResponse([group]),
    [MY_LIST]: (body) => {
      const { item_group_id } = body as { item_group_id: number };
      return okResponse(item_group_id === 7 ? items.slice(1, 3) : items);
    },
  });
  const router = await renderApp(address);
  // The empty state has a second one.
  await screen.findAllByRole('link', { name: 'New item' });
  return { sent, router };
}

const search = () => screen.queryByRole('searchbox', { name: 'Search items by name' });
const bar = () => screen.queryByRole('radiogroup', { name: 'Groups' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows how to create the first item to a user without items', async () => {
  await openItems([]);
  expect(await screen.findByRole('heading', { name: 'Create your first item' })).toBeTruthy();
  expect(search()).toBeNull();
});

it.each([
  [1, false, false],
  [2, true, false],
  [5, true, false],
  [6, true, true],
])('with %d items: search box %s, group bar %s', async (count, box, groups) => {
  await openItems(rows(count));
  await screen.findByRole('link', { name: 'Item 1' });
  expect(search() !== null).toBe(box);
  expect(bar() !== null).toBe(groups);
});

it('shows the bar, the items and the item count of the selected group', async () => {
  await openItems(rows(3), '/item/index?item_group_id=7');
  expect(await screen.findByRole('link', { name: 'Item 2' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Item 1' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Platform 2' }).checked).toBe(true);
  expect(screen.getByRole('radio', { name: 'All items 3' })).toBeTruthy();
});

it('shows all items for a deleted group', async () => {
  const { sent } = await openItems(rows(3), '/item/index?item_group_id=8');
  expect(await screen.findByRole('link', { name: 'Item 1' })).toBeTruthy();
  expect(bar()).toBeNull();
  expect(sent.bodiesOf(MY_LIST)).toContainEqual({ item_group_id: 0 });
});

it('puts the selected group into the URL', async () => {
  const { router } = await openItems(rows(6));
  fireEvent.click(await screen.findByRole('radio', { name: 'Platform 2' }));
  expect(router.state.location.search).toBe('?item_group_id=7');
});

it('filters items by name and disables sorting meanwhile', async () => {
  await openItems(rows(3));
  await screen.findByRole('button', { name: 'Reorder Item 2' });
  fireEvent.change(search() as Element, { target: { value: ' item 2' } });
  expect(screen.getAllByRole('listitem').length).toBe(1);
  expect(screen.getByRole('link', { name: 'Item 2' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reorder Item 2' })).toBeNull();

  fireEvent.change(search() as Element, { target: { value: 'zebra' } });
  expect(screen.getByRole('heading', { name: 'No item name contains “zebra”' })).toBeTruthy();
  await clickButton('Clear search');
  expect(screen.getAllByRole('listitem').length).toBe(3);
});

it('links to the settings for the creator and lets other members leave after confirmation', async () => {
  const { sent } = await openItems([
    makeItemRow(1, { item_domain: 'commerce', is_private: 1 }),
    makeItemRow(2, { creator: 0, is_archived: 1 }),
  ]);
  const link = await screen.findByRole('link', { name: 'Item 1' });
  expect(link.getAttribute('href')).toBe('/commerce');
  expect(screen.getByText('Private')).toBeTruthy();
  expect(screen.getByText('Archived')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Settings of Item 1' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Settings of Item 2' })).toBeNull();

  await clickButton('Leave Item 2');
  await screen.findByText('Leave “Item 2”?');
  expect(sent.bodiesOf('/api/item/exitItem')).toEqual([]);
  await clickButton('Leave item');
  expect(sent.bodiesOf('/api/item/exitItem')).toEqual([{ item_id: 2 }]);
});
