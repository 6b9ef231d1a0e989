import type { ItemInfo, MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { tree } from '@octavo/texts/en/tree';
import { tree as zhTree } from '@octavo/texts/zh-cn/tree';
import {
  act,
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubAccountApi } from '../../../../tests/helpers/account-api.ts';
import { makeItemInfo, makeItemRow } from '../../../../tests/helpers/items.ts';
import { errorResponse, okResponse } from '../../../../tests/helpers/responses.ts';
import { loadTexts } from '../../../shared/i18n/language.ts';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import { TextsProvider } from '../../../shared/i18n/texts.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { MoveTarget, TreeSelection } from '../moves/tree-move.ts';

// A busy machine may take long; this only ends a hang.
configure({ asyncUtilTimeout: 60_000 });

const tables = { en: { tree }, 'zh-cn': { tree: zhTree } };

function page(page_id: number, cat_id: number): MenuPage {
  return { page_id, page_title: `Page ${page_id}`, cat_id, s_number: 99, method: '' };
}

function catalog(
  cat_id: number,
  cat_name: string,
  parent_cat_id: number,
  pages: MenuPage[],
  catalogs: MenuCatalog[] = [],
): MenuCatalog {
  const row = { cat_id, cat_name, parent_cat_id, level: 1, s_number: 99, loaded: true };
  return { ...row, pages, catalogs };
}

const returns = catalog(12, 'Returns', 11, []);
const fulfilment = catalog(11, 'Fulfilment', 10, [page(4, 11)], [returns]);
/** 1 · Orders(2 3 · Fulfilment(4 · Returns())) · Payments() */
const item = makeItemInfo(3, {
  item_name: 'Harbor API',
  page_count: 4,
  menu: {
    pages: [page(1, 0)],
    catalogs: [
      catalog(10, 'Orders', 0, [page(2, 10), page(3, 10)], [fulfilment]),
      catalog(20, 'Payments', 0, []),
    ],
  },
});
const other = makeItemInfo(8, {
  item_name: 'Data dictionary',
  page_count: 1,
  menu: { pages: [], catalogs: [catalog(80, 'Database', 0, [page(90, 80)])] },
});
const myItems = [
  { ...makeItemRow(9, { item_name: 'Partners' }), item_edit: 0 },
  { ...makeItemRow(8, { item_name: 'Data dictionary' }), item_edit: 1 },
  { ...makeItemRow(3, { item_name: 'Harbor API' }), item_edit: 1 },
  { ...makeItemRow(7, { item_name: 'One page', item_type: 2 }), item_edit: 1 },
  { ...makeItemRow(6, { item_name: 'Archive', is_archived: 1 }), item_edit: 1 },
];
const twoPages: TreeSelection = { pages: [page(2, 10), page(3, 10)], catalogs: [] };
const hit = (item_id: number, item_name: string, cat_id: number, cat_name: string) => ({
  item_id,
  item_name,
  cat_id,
  cat_name,
  level: cat_name.split(' / ').length,
});

async function open(
  selection = twoPages,
  replies: Parameters<typeof stubAccountApi>[0] = {},
  read: ItemInfo = item,
) {
  const sent = stubAccountApi({
    '/api/item/myList': () => okResponse(myItems),
    '/api/item/info': () => okResponse(other),
    '/api/catalog/search': () =>
      okResponse([
        hit(8, 'Data dictionary', 81, 'Database / fulfilment'),
        hit(3, 'Harbor API', 11, 'Orders / Fulfilment'),
      ]),
    ...replies,
  });
  const onMove = vi.fn<(target: MoveTarget, targetName: string) => void>();
  const onClose = vi.fn<() => void>();
  const onCreated = vi.fn<(itemId: number) => void>();
  const first = await loadTexts('en');
  await act(async () => {
    render(
      <TextsProvider first={first} load={loadTexts}>
        <AdditionalTexts tables={tables}>
          <MoveDialog
            item={read}
            selection={selection}
            onMove={onMove}
            onCreated={onCreated}
            onClose={onClose}
          />
        </AdditionalTexts>
      </TextsProvider>,
    );
  });
  await loaded();
  return { sent, onMove, onClose, onCreated };
}

/** Waits until no list is loading. */
const loaded = () => waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
const click = (element: Element | undefined) => {
  if (!element) throw new Error('There is no such element');
  fireEvent.click(element);
  return loaded();
};

const search = () => screen.getByRole('combobox', { name: 'Search items and catalogs' });
const rows = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent);
const row = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const moveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Move / });
const key = (element: Element, pressed: string, init = {}) =>
  fireEvent.keyDown(element, { key: pressed, ...init });
const focused = () => document.activeElement as Element;

async function type(text: string) {
  fireEvent.change(search(), { target: { value: text } });
  await loaded();
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the lists', () => {
  it('show this item first and read-only items last, without items that have no catalogs', async () => {
    await open();
    expect(document.activeElement).toBe(search());
    expect(screen.getByRole('dialog', { name: 'Move 2 pages to…' })).toBeTruthy();
    expect(screen.getByText('Page 2, Page 3')).toBeTruthy();
    const options = screen.getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Harbor API',
      'Data dictionary',
      'Partners',
      'Archive',
    ]);
    const group = screen.getByRole('group', { name: 'Read only for you' });
    for (const option of within(group).getAllByRole('option'))
      expect(option.getAttribute('aria-disabled')).toBe('true');
  });

  it('show the catalogs with page counts, open at the current place', async () => {
    const { sent } = await open();
    expect(rows()).toEqual([
      'Top level1 page',
      'OrdersNow here',
      'Fulfilment1 page',
      'Payments0 pages',
    ]);
    expect(sent.bodiesOf('/api/item/info')).toEqual([]);
    expect(moveButton().disabled).toBe(true);
    fireEvent.click(row('Orders'));
    expect(moveButton().disabled).toBe(true);
  });

  it('the foot repeats the chosen catalog, and the button moves once', async () => {
    const { onMove, onClose } = await open();
    fireEvent.click(row('Fulfilment'));
    const foot = screen.getByText('Orders / Fulfilment').parentElement;
    expect(foot?.textContent).toBe('To Orders / Fulfilment. Links keep working.');
    expect(row('Returns')).toBeTruthy();
    fireEvent.click(moveButton());
    fireEvent.click(moveButton());
    expect(onMove.mock.calls).toEqual([[{ itemId: 3, catId: 11 }, 'Fulfilment']]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('work with the keyboard: arrows, Enter to choose, Enter to move', async () => {
    const { onMove } = await open();
    key(search(), 'ArrowDown');
    expect(focused()).toBe(row('Top level'));
    key(focused(), 'ArrowDown');
    key(focused(), 'ArrowDown');
    expect(focused()).toBe(row('Fulfilment'));
    expect(row('Fulfilment').getAttribute('aria-expanded')).toBe('false');
    key(focused(), 'ArrowRight');
    expect(row('Fulfilment').getAttribute('aria-expanded')).toBe('true');
    key(focused(), 'ArrowRight');
    expect(focused()).toBe(row('Returns'));
    key(focused(), 'ArrowLeft');
    expect(focused()).toBe(row('Fulfilment'));
    key(focused(), 'Enter');
    expect(row('Fulfilment').getAttribute('aria-selected')).toBe('true');
    expect(onMove).not.toHaveBeenCalled();
    key(focused(), 'Enter');
    expect(onMove).toHaveBeenCalledWith({ itemId: 3, catId: 11 }, 'Fulfilment');
  });

  it('arrows move between items, and disabled ones cannot be chosen', async () => {
    await open();
    const [first] = screen.getAllByRole('option');
    act(() => first?.focus());
    key(focused(), 'End');
    expect(focused().textContent).toBe('Archive');
    fireEvent.click(focused());
    expect(rows()[1]).toBe('OrdersNow here');
    key(focused(), 'Home');
    key(focused(), 'ArrowDown');
    expect(focused().textContent).toBe('Data dictionary');
  });
});

it('disables catalogs inside the selection and where the levels do not fit', async () => {
  await open({ pages: [], catalogs: [fulfilment] });
  expect(rows()).toEqual([
    'Top level1 page',
    'OrdersNow here',
    'FulfilmentPart of the selection',
    'Payments0 pages',
  ]);
  cleanup();
  const chapter = { ...fulfilment, cat_id: 30, parent_cat_id: 0, catalogs: [returns] };
  await open({ pages: [page(2, 10)], catalogs: [chapter] });
  fireEvent.click(row('Orders').querySelector('span') ?? row('Orders'));
  expect(rows()).toEqual([
    'Top level1 page',
    'Orders2 pages',
    'FulfilmentDeeper than 3 levels',
    'Payments0 pages',
  ]);
  expect(moveButton().textContent).toBe('Move 2 entries');
});

it('disables catalogs that the user may not edit', async () => {
  await open(twoPages, {}, { ...item, edit_cat_ids: [10] });
  expect(rows()).toEqual([
    'Top levelRead only for you',
    'OrdersNow here',
    'Fulfilment1 page',
    'PaymentsRead only for you',
  ]);
  expect(screen.queryByText('New catalog at the top level')).toBeNull();
  // The server does not let such users move rows out of the item.
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await type('ful');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'FulfilmentHarbor API / Orders',
  ]);
});

describe('another item', () => {
  it('loads its catalogs and warns about its members', async () => {
    const { onMove, sent } = await open();
    await click(screen.getByRole('option', { name: 'Data dictionary' }));
    expect(rows()).toEqual(['Top level0 pages', 'Database1 page']);
    expect(sent.bodiesOf('/api/item/info')).toHaveLength(2);
    expect(
      screen.getByText(/who are not members of “Data dictionary” will no longer see these pages/),
    ).toBeTruthy();
    fireEvent.click(row('Database'));
    expect(screen.getByText('Data dictionary / Database')).toBeTruthy();
    // The URL of a page contains its item.
    expect(screen.queryByText(/Links keep working/)).toBeNull();
    fireEvent.click(row('Top level'));
    fireEvent.click(moveButton());
    expect(onMove).toHaveBeenCalledWith({ itemId: 8, catId: 0 }, 'Data dictionary');
  });

  it('with many pages loads the catalogs only', async () => {
    const large = { ...other, page_count: 20_000 };
    const database = { ...catalog(80, 'Database', 0, []), loaded: false };
    const { sent } = await open(twoPages, {
      '/api/item/info': () => okResponse({ ...large, menu: { pages: [], catalogs: [database] } }),
      '/api/catalog/catListGroup': () =>
        okResponse([{ ...database, catalogs: [{ ...database, cat_id: 81, cat_name: 'Tables' }] }]),
    });
    await click(screen.getByRole('option', { name: 'Data dictionary' }));
    expect(rows()).toEqual(['Top level0 pages', 'Database']);
    expect(sent.bodiesOf('/api/item/info')).toHaveLength(1);
    expect(sent.bodiesOf('/api/catalog/catListGroup')).toEqual([{ item_id: 8 }]);
  });

  it('shows a failure, and loads again', async () => {
    let isDown = true;
    await open(twoPages, {
      '/api/item/info': () => (isDown ? errorResponse(10632, 'Busy') : okResponse(other)),
    });
    await click(screen.getByRole('option', { name: 'Data dictionary' }));
    expect(screen.getByRole('alert').textContent).toContain('Busy');
    isDown = false;
    await click(screen.getByRole('button', { name: 'Retry' }));
    expect(rows()).toEqual(['Top level0 pages', 'Database1 page']);
  });
});

it('shows this item while the list of items cannot be loaded', async () => {
  let isDown = true;
  await open(twoPages, {
    '/api/item/myList': () => (isDown ? errorResponse(10632, 'Busy') : okResponse(myItems)),
  });
  expect(screen.getAllByRole('option')).toHaveLength(1);
  expect(screen.getByRole('alert').textContent).toContain('Busy');
  isDown = false;
  await click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getAllByRole('option')).toHaveLength(4);
});

describe('searching', () => {
  it('lists catalogs of this item first; Enter picks, Enter again moves', async () => {
    const { onMove, sent } = await open();
    await type('ful');
    expect(sent.bodiesOf('/api/catalog/search')).toEqual([{ keyword: 'ful' }]);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'FulfilmentHarbor API / Orders',
      'fulfilmentData dictionary / Database',
    ]);
    key(search(), 'ArrowDown');
    key(search(), 'ArrowDown');
    expect(search().getAttribute('aria-activedescendant')).toBe(
      screen.getAllByRole('option')[1]?.id,
    );
    key(search(), 'ArrowUp');
    key(search(), 'Enter', { isComposing: true });
    expect(screen.queryByRole('tree')).toBeNull();
    key(search(), 'Enter');
    expect(row('Fulfilment').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(search());
    key(search(), 'Enter', { isComposing: true });
    expect(onMove).not.toHaveBeenCalled();
    key(search(), 'Enter');
    key(search(), 'Enter');
    expect(onMove.mock.calls).toEqual([[{ itemId: 3, catId: 11 }, 'Fulfilment']]);
  });

  it('finds items too; a read-only one cannot be picked', async () => {
    const { onMove } = await open(twoPages, { '/api/catalog/search': () => okResponse([]) });
    await type('a');
    const options = screen.getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Harbor API',
      'Data dictionary',
      'PartnersRead only for you',
      'ArchiveRead only for you',
    ]);
    fireEvent.click(options[2] as Element);
    expect(screen.queryByRole('tree')).toBeNull();
    await click(options[1]);
    expect(rows()).toEqual(['Top level0 pages', 'Database1 page']);
    key(search(), 'Enter');
    expect(onMove).toHaveBeenCalledWith({ itemId: 8, catId: 0 }, 'Data dictionary');
  });

  it('shows why a result is not possible', async () => {
    await open({ pages: [page(4, 11)], catalogs: [] });
    await type('ful');
    const [first] = screen.getAllByRole('option');
    expect(first?.textContent).toBe('FulfilmentHarbor API / OrdersNow here');
    expect(first?.getAttribute('aria-disabled')).toBe('true');
    expect(search().getAttribute('aria-activedescendant')).toBe(
      screen.getAllByRole('option')[1]?.id,
    );
  });

  it('offers a new catalog with the typed name if nothing matches', async () => {
    await open(twoPages, { '/api/catalog/search': () => okResponse([]) });
    fireEvent.change(search(), { target: { value: 'Invoices' } });
    expect(await screen.findByText('No catalog contains “Invoices”')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'New catalog' }));
    const field = screen.getByLabelText<HTMLInputElement>('Name of the new catalog');
    expect(field.value).toBe('Invoices');
    expect(document.activeElement).toBe(field);
  });

  it('Esc clears the text first and does not close the dialog', async () => {
    await open();
    fireEvent.change(search(), { target: { value: 'ful' } });
    expect(key(search(), 'Escape')).toBe(false);
    expect(screen.getByRole('tree')).toBeTruthy();
    expect(key(search(), 'Escape')).toBe(true);
  });

  it('shows a failure, and searches again', async () => {
    let isDown = true;
    await open(twoPages, {
      '/api/catalog/search': () =>
        isDown ? errorResponse(10632, 'Busy') : okResponse([hit(3, 'Harbor API', 20, 'Payments')]),
    });
    fireEvent.change(search(), { target: { value: 'pay' } });
    expect((await screen.findByRole('alert')).textContent).toContain('Busy');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findByRole('option')).textContent).toBe('PaymentsHarbor API');
  });
});

describe('a new catalog', () => {
  const created = { cat_id: 40, cat_name: 'Labels', parent_cat_id: 11, level: 3, s_number: 99 };

  it('is created in the chosen catalog, and is then the target', async () => {
    const { sent, onMove, onCreated } = await open(twoPages, {
      '/api/catalog/save': () => okResponse(created),
    });
    expect(screen.getByText('New catalog at the top level')).toBeTruthy();
    fireEvent.click(row('Fulfilment'));
    fireEvent.click(screen.getByRole('button', { name: 'New catalog in Fulfilment' }));
    const field = screen.getByLabelText('Name of the new catalog');
    key(field, 'Enter');
    fireEvent.change(field, { target: { value: ' Labels ' } });
    key(field, 'Enter', { isComposing: true });
    expect(sent.bodiesOf('/api/catalog/save')).toEqual([]);
    act(() => {
      key(field, 'Enter');
      key(field, 'Enter');
    });
    await screen.findByRole('treeitem', { name: /^Labels/ });
    expect(sent.bodiesOf('/api/catalog/save')).toEqual([
      {
        item_id: 3,
        cat_id: 0,
        parent_cat_id: 11,
        cat_name: 'Labels',
        request_id: expect.any(String) as string,
      },
    ]);
    expect(onCreated).toHaveBeenCalledWith(3);
    expect(row('Labels').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('Orders / Fulfilment / Labels')).toBeTruthy();
    expect(screen.queryByText(/^New catalog in/)).toBeNull();
    key(search(), 'Enter');
    expect(onMove).toHaveBeenCalledWith({ itemId: 3, catId: 40 }, 'Labels');
  });

  it('shows why it could not be created; Esc cancels', async () => {
    await open(twoPages, { '/api/catalog/save': () => errorResponse(10101, 'Name taken') });
    fireEvent.click(screen.getByRole('button', { name: 'New catalog at the top level' }));
    const field = screen.getByLabelText('Name of the new catalog');
    fireEvent.change(field, { target: { value: 'Labels' } });
    key(field, 'Enter');
    expect(await screen.findByText('Name taken')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(key(field, 'Escape')).toBe(false);
    expect(screen.queryByLabelText('Name of the new catalog')).toBeNull();
  });
});

it('shows the items in a select on phones', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  await open();
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Item' });
  expect(select.value).toBe('3');
  fireEvent.change(select, { target: { value: '8' } });
  await loaded();
  expect(rows()).toEqual(['Top level0 pages', 'Database1 page']);
});
