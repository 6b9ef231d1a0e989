import type { ChangedPage, HomeEntry, HomeOverview } from '@octavo/contract/home.entities';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, emptyOverview, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { makeItemRow } from '../../../tests/helpers/items.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const OPEN = '/api/home/open';
const entry = (item_id: number, page_id = 0): HomeEntry => ({
  item_id,
  item_name: `Item ${item_id}`,
  item_type: 1,
  page_id,
  page_title: page_id ? `Page ${page_id}` : '',
  page_type: 0,
  method: '',
});
const changed = (page_id: number, change: Partial<ChangedPage> = {}): ChangedPage => ({
  page_id,
  page_title: `Page ${page_id}`,
  page_type: 0,
  method: '',
  item_id: 1,
  item_name: 'Item 1',
  author_username: 'tomas.kral',
  addtime: '2026-03-14T14:32:00Z',
  edit_count: 1,
  is_new: false,
  former_title: '',
  ...change,
});
const SEEN = '2026-03-14T14:33:00Z';
const twoChanges: HomeOverview['changes'] = {
  total: 2,
  pages: [changed(5, { edit_count: 3 }), changed(6, { is_new: true })],
  items: [{ item_id: 1, item_name: 'Item 1', count: 2 }],
  seen_until: SEEN,
};

type Replies = Parameters<typeof stubAccountApi>[0];

async function openHome(overview: Partial<HomeOverview> = {}, replies: Replies = {}) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/item/myList': () => okResponse([makeItemRow(1), makeItemRow(2)]),
    [OPEN]: () => okResponse({ ...emptyOverview, ...overview }),
    ...replies,
  });
  const router = await renderApp('/item/index');
  await screen.findByRole('link', { name: 'Item 2' });
  return { sent, router };
}

const star = (name: string) => screen.findByRole('button', { name: `Add to favourites: ${name}` });
const unstar = (name: string) =>
  screen.findByRole('button', { name: `Remove from favourites: ${name}` });
const favourites = () => screen.findByRole('list', { name: 'Favourites' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows a hint in place of favourites on the first visit', async () => {
  await openHome({ is_first_visit: true });
  expect(await screen.findByText('Star an item or a page to keep it here')).toBeTruthy();
});

it('leaves out sections without content', async () => {
  await openHome();
  await star('Item 1');
  for (const heading of [
    'Favourites',
    'Recently viewed',
    'My drafts',
    'Changed since you were here',
  ])
    expect(screen.queryByRole('heading', { name: heading })).toBeNull();
});

it('shows eight favourites and a link to all', async () => {
  const all = Array.from({ length: 9 }, (_, at) => entry(1, at + 10));
  const { router } = await openHome({ favourites: all });
  expect(within(await favourites()).getAllByRole('listitem')).toHaveLength(8);
  fireEvent.click(screen.getByRole('link', { name: 'See all favourites' }));
  await screen.findByRole('heading', { level: 1, name: 'Favourites' });
  expect(router.state.location.search).toBe('?tab=favourites');
  const lists = screen.getAllByRole('list', { name: 'Favourites' });
  expect(lists.map((list) => within(list).getAllByRole('listitem').length)).toEqual([9, 8]);
});

it('adds a star at once and by the key S, and takes it back with the reason', async () => {
  let answer = errorResponse(10608, 'You have 200 favourites. Remove one to add another');
  const { sent } = await openHome({}, { '/api/favourite/add': () => answer });
  fireEvent.click(await star('Item 1'));
  expect(await screen.findByText(/You have 200 favourites/)).toBeTruthy();
  expect(await star('Item 1')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Favourites' })).toBeNull();

  answer = okResponse({});
  fireEvent.keyDown(screen.getByRole('link', { name: 'Item 2' }), { key: 's' });
  expect(await unstar('Item 2')).toBeTruthy();
  expect(within(await favourites()).getByRole('link').textContent).toBe('Item 2');
  await waitFor(() =>
    expect(sent.bodiesOf('/api/favourite/add')).toEqual([{ item_id: 1 }, { item_id: 2 }]),
  );
  fireEvent.keyDown(screen.getAllByRole('link', { name: 'Item 2' })[0] as Element, {
    key: 's',
    ctrlKey: true,
  });
  expect(await unstar('Item 2')).toBeTruthy();
});

it('puts a removed favourite back to its place if the server rejects it', async () => {
  await openHome(
    { favourites: [entry(1, 10), entry(1), entry(2)] },
    { '/api/favourite/delete': () => errorResponse(10101, 'No') },
  );
  fireEvent.click(await unstar('Item 1'));
  expect(await screen.findByText('No')).toBeTruthy();
  const names = within(await favourites())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Page 10', 'Item 1', 'Item 2']);
});

it('shows changes beside the items and on the cards, until they are marked as seen', async () => {
  let changes = twoChanges;
  const { sent } = await openHome(
    {},
    {
      [OPEN]: () => okResponse({ ...emptyOverview, changes }),
      '/api/home/markSeen': () => {
        changes = emptyOverview.changes;
        return okResponse({});
      },
    },
  );
  const list = await screen.findByRole('list', { name: 'Changed since you were here' });
  expect(list.textContent).toContain('tomas.kral, 3 edits');
  expect(list.textContent).toContain('Page 6, new page');
  expect(screen.getByText('2 changed')).toBeTruthy();
  await clickButton('Mark as seen');
  await waitFor(() => expect(screen.queryByText('2 changed')).toBeNull());
  expect(sent.bodiesOf('/api/home/markSeen')).toEqual([{ seen_until: SEEN }]);
});

it('shows the items and one line with Retry if the column cannot be loaded', async () => {
  let isDown = true;
  await openHome(
    {},
    {
      [OPEN]: () =>
        isDown
          ? errorResponse(10101, 'Down')
          : okResponse({ ...emptyOverview, changes: twoChanges }),
    },
  );
  expect(await screen.findByText('Favourites and changes could not be loaded.')).toBeTruthy();
  isDown = false;
  await clickButton('Retry');
  expect(await screen.findByText('2 changed')).toBeTruthy();
});
