import type { SearchResult } from '@octavo/contract/search.contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const ALL = '/api/search/all';

function makeResult(page_id: number, change: Partial<SearchResult> = {}): SearchResult {
  return {
    page_id,
    item_id: 3,
    item_name: 'Shop',
    place: 'Orders',
    page_title: `Page ${page_id}`,
    page_type: 0,
    method: '',
    search_content: 'Reserves stock for an order',
    title_hits: [],
    hits: [[9, 5]],
    author_username: 'mei.lin',
    addtime: '2026-03-14T14:32:00Z',
    ...change,
  };
}

const found = { list: [makeResult(7)], total: 1, partial: false, items: [] };

async function openSearch(
  query: string,
  reply: () => Response | Promise<Response> = () => okResponse(found),
) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/user/allUser': () => okResponse([]),
    [ALL]: reply,
  });
  const router = await renderApp(`/search${query}`);
  const field = await screen.findByLabelText<HTMLInputElement>('Search your items');
  const search = (keyword: string) => {
    fireEvent.change(field, { target: { value: keyword } });
    fireEvent.submit(field.closest('form') ?? field);
  };
  return { sent, router, search };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('sends nothing until a keyword of two characters is submitted', async () => {
  const { sent, router, search } = await openSearch('');
  expect(screen.getByRole('heading', { name: 'What are you looking for?' })).toBeTruthy();
  expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull();
  search('a');
  expect(screen.getAllByText(/^Enter at least 2 characters/)).toHaveLength(2);
  expect(sent.bodiesOf(ALL)).toEqual([]);

  search(' stock ');
  expect(await screen.findByText('1 result')).toBeTruthy();
  expect(router.state.location.search).toBe('?keyword=stock');
  expect(sent.bodiesOf(ALL)).toEqual([
    { keyword: 'stock', page: 1, count: 20, days: 0, scope: 'mine', author: '' },
  ]);
});

it('shows a result with its place, its link and the highlighted keyword', async () => {
  await openSearch('?keyword=stock', () =>
    okResponse({ ...found, list: [makeResult(7, { method: 'POST' })] }),
  );
  const result = within(await screen.findByRole('listitem'));
  const link = result.getByRole('link', { name: 'POST Page 7' });
  expect(link.getAttribute('href')).toBe('/3/7');
  expect(result.getByText('stock').tagName).toBe('MARK');
  expect(result.getByText(/Shop/).textContent).toContain('Orders');
});

it('accepts one Chinese character', async () => {
  const { sent } = await openSearch('?keyword=%E5%BA%93');
  expect(await screen.findByText('1 result')).toBeTruthy();
  expect(sent.bodiesOf(ALL)).toMatchObject([{ keyword: '库' }]);
});

it('filters from the first page and clears all filters at once', async () => {
  const items = [{ item_id: 3, item_name: 'Shop', pages: 30 }];
  const { sent, router } = await openSearch('?keyword=stock&page=2', () =>
    okResponse({ ...found, total: 30, items }),
  );
  fireEvent.click(await screen.findByRole('radio', { name: 'Shop 30' }));
  expect(router.state.location.search).toBe('?keyword=stock&item_id=3');
  fireEvent.click(screen.getByRole('radio', { name: 'Past week' }));
  await waitFor(() =>
    expect(sent.bodiesOf(ALL).at(-1)).toMatchObject({ item_id: 3, days: 7, page: 1 }),
  );
  await clickButton('Clear filters');
  expect(router.state.location.search).toBe('?keyword=stock');
});

it('drops the selected item when the scope changes, because it may not exist there', async () => {
  const { sent, router } = await openSearch('?keyword=stock&item_id=3');
  fireEvent.click(await screen.findByRole('radio', { name: 'All open items' }));
  expect(router.state.location.search).toBe('?keyword=stock&scope=all');
  await waitFor(() => expect(sent.bodiesOf(ALL).at(-1)).toMatchObject({ scope: 'all' }));
  expect(sent.bodiesOf(ALL).at(-1)).not.toHaveProperty('item_id');
});

it('says that nothing was found and clears the search', async () => {
  const { router } = await openSearch('?keyword=zebra', () =>
    okResponse({ ...found, list: [], total: 0 }),
  );
  expect(await screen.findByRole('heading', { name: 'Nothing found for “zebra”' })).toBeTruthy();
  await clickButton('Clear search');
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('heading', { name: 'What are you looking for?' })).toBeTruthy();
});

it('says that there are more results than counted', async () => {
  await openSearch('?keyword=stock', () => okResponse({ ...found, total: 1000, partial: true }));
  expect(await screen.findByText('More than 1,000 results')).toBeTruthy();
});

it('shows an error and searches again', async () => {
  const replies = [errorResponse(10429, 'Too many searches')];
  await openSearch('?keyword=stock', () => replies.shift() ?? okResponse(found));
  expect(await screen.findByText('Too many searches')).toBeTruthy();
  await clickButton('Try again');
  expect(await screen.findByText('1 result')).toBeTruthy();
});
