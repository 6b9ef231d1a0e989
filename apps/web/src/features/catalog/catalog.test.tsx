import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { fillField, clickButton } from '../../../tests/helpers/form.ts';
import { makeItemInfo } from '../../../tests/helpers/items.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import type { Catalog } from './tree.ts';

const TREE = '/api/catalog/catListGroup';
const BAT_UPDATE = '/api/catalog/batUpdate';

function catalog(
  cat_id: number,
  cat_name: string,
  parent_cat_id: number,
  s_number: number,
  catalogs: Catalog[] = [],
): Catalog {
  return { cat_id, cat_name, parent_cat_id, level: 1, s_number, catalogs };
}

/** Guides; Orders > Fulfilment > Returns; Payments. */
const tree = [
  catalog(1, 'Guides', 0, 1),
  catalog(2, 'Orders', 0, 2, [catalog(3, 'Fulfilment', 2, 1, [catalog(4, 'Returns', 3, 1)])]),
  catalog(5, 'Payments', 0, 3),
];

async function openCatalogs(
  replies: Parameters<typeof stubAccountApi>[0] = {},
  info: Parameters<typeof makeItemInfo>[1] = {},
) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/item/info': () => okResponse(makeItemInfo(3, info)),
    [TREE]: () => okResponse(tree),
    ...replies,
  });
  await renderApp('/catalog/3');
  await screen.findByRole('heading', { level: 1 });
  return sent;
}

const shown = () => screen.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'));
const first = [
  'Guides, level 1',
  'Orders, level 1',
  'Fulfilment, level 2',
  'Returns, level 3',
  'Payments, level 1',
];

async function keys(name: string, ...pressed: string[]) {
  const grip = await screen.findByRole('button', { name: `Reorder ${name}` });
  grip.focus();
  for (const key of pressed)
    await act(async () => {
      const now = screen.getByRole('button', { name: `Reorder ${name}` });
      fireEvent.keyDown(now, { key });
    });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('moving a catalog by keyboard', () => {
  it('moves and drops the catalog and saves the changed list', async () => {
    const sent = await openCatalogs();
    await keys('Payments', ' ', 'ArrowUp', 'ArrowRight');
    expect(shown()).toEqual([
      'Guides, level 1',
      'Payments, level 2',
      'Orders, level 1',
      'Fulfilment, level 2',
      'Returns, level 3',
    ]);
    expect(screen.getByText('Into Guides, first, level 2')).toBeTruthy();
    expect(sent.bodiesOf(BAT_UPDATE)).toEqual([]);

    await keys('Payments', ' ');
    expect(sent.bodiesOf(BAT_UPDATE)).toEqual([
      { item_id: 3, cats: [{ cat_id: 5, parent_cat_id: 1, s_number: 1 }] },
    ]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Reorder Payments');
  });

  it('cancels the move with Esc and sends nothing', async () => {
    const sent = await openCatalogs();
    await keys('Payments', ' ', 'ArrowUp', 'Escape');
    expect(shown()).toEqual(first);
    expect(sent.bodiesOf(BAT_UPDATE)).toEqual([]);
  });

  it('stops at the third level and announces the reason', async () => {
    await openCatalogs();
    await keys('Payments', ' ', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(screen.getByText('Not allowed here: catalogs can have at most 3 levels')).toBeTruthy();
    expect(shown().at(-1)).toBe('Payments, level 3');
  });

  it('reverts the move and shows the error when the server rejects it', async () => {
    await openCatalogs({ [BAT_UPDATE]: () => errorResponse(10103, 'You do not have the right') });
    await keys('Payments', ' ', 'ArrowUp', ' ');
    expect(await screen.findByText('You do not have the right')).toBeTruthy();
    await waitFor(() => expect(shown()).toEqual(first));
  });
});

it('creates a subcatalog in the selected catalog', async () => {
  const sent = await openCatalogs();
  await screen.findByRole('button', { name: 'Reorder Orders' });
  expect(screen.queryByRole('button', { name: 'Add a subcatalog to Returns' })).toBeNull();
  await clickButton('Add a subcatalog to Orders');
  await screen.findByText('Add a catalog in “Orders”');
  await clickButton('Save catalog');
  expect(sent.bodiesOf('/api/catalog/save')).toEqual([]);
  fillField('Catalog name', 'Invoices');
  await clickButton('Save catalog');
  expect(sent.bodiesOf('/api/catalog/save')).toEqual([
    {
      item_id: 3,
      cat_id: 0,
      parent_cat_id: 2,
      cat_name: 'Invoices',
      request_id: expect.any(String) as string,
    },
  ]);
});

it('shows what else is deleted with a catalog', async () => {
  const page = { page_id: 9, page_title: 'P', cat_id: 4, s_number: 1, method: '' };
  const menu = (id: number, pages: object[], catalogs: object[] = []) => ({
    ...catalog(id, '', 0, 1),
    loaded: true,
    pages,
    catalogs,
  });
  await openCatalogs({
    '/api/item/info': () =>
      okResponse({
        ...makeItemInfo(3),
        menu: { pages: [], catalogs: [menu(2, [], [menu(3, [], [menu(4, [page, page])])])] },
      }),
  });
  await screen.findByRole('button', { name: 'Reorder Orders' });
  await clickButton('Delete Orders');
  expect(
    await screen.findByText(/This also deletes 2 catalogs below it. 2 pages move/),
  ).toBeTruthy();
});

it.each([
  ['You do not have access', { item_edit: false }],
  ['This item is archived and read-only.', { item_edit: false, is_archived: 1 }],
  ['Single-page and table items have no catalogs.', { item_type: 2 }],
] as const)('shows “%s” where catalogs cannot be managed', async (words, info) => {
  await openCatalogs({}, info);
  expect(await screen.findByRole('heading', { name: words })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add catalog' })).toBeNull();
});
