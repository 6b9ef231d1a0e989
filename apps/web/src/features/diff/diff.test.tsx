import type { PageInfo, PageVersion } from '@octavo/contract/page.entities';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton, fillField } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const DIFF = '/api/page/diff';
const HISTORY = '/api/page/history';
const COMMENT = '/api/page/updateHistoryComments';

const page: PageInfo = {
  page_id: 7,
  item_id: 3,
  cat_id: 0,
  s_number: 1,
  page_title: 'Refunds',
  page_content: 'First\nRefund within 30 days\nLast',
  page_type: 0,
  version: 3,
  author_username: 'mei.lin',
  addtime: '2026-03-14T14:32:00Z',
  page_addtime: '2026-03-01T10:00:00Z',
  attachment_count: 0,
  page_comments: '',
  unique_key: '',
};

const version: PageVersion = {
  page_history_id: 21,
  page_id: 7,
  page_title: 'Refunds',
  version: 2,
  author_username: 'tomas.kral',
  addtime: '2026-03-10T09:15:00Z',
  page_comments: '',
  page_content: 'First\nRefund within 14 days\nLast',
};

async function openDiff(replies: Parameters<typeof stubAccountApi>[0] = {}) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    [DIFF]: () => okResponse({ page, history_page: version }),
    [HISTORY]: () => okResponse([version]),
    ...replies,
  });
  const router = await renderApp('/page/diff/7/21');
  return { sent, router };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('compares the current text with the version and names both authors', async () => {
  const { sent } = await openDiff();
  expect(await screen.findByRole('heading', { level: 1, name: 'Refunds' })).toBeTruthy();
  expect(await screen.findByText('1 line added')).toBeTruthy();
  expect(screen.getByText('1 line removed')).toBeTruthy();
  expect(screen.getByLabelText('Text of the current version').textContent).toContain('30 days');
  expect(screen.getByLabelText('Text of the earlier version').textContent).toContain('14 days');
  expect(screen.getByText(/^mei\.lin, /)).toBeTruthy();
  expect(screen.getByText('tomas.kral')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the page' }).getAttribute('href')).toBe('/3/7');
  expect(sent.bodiesOf(DIFF)).toEqual([{ page_id: 7, page_history_id: 21 }]);
});

it('steps through the changes and starts again after the last one', async () => {
  const lines = (first: string, last: string) => `${first}\na\nb\nc\nd\ne\nf\n${last}`;
  await openDiff({
    [DIFF]: () =>
      okResponse({
        page: { ...page, page_content: lines('new', 'new') },
        history_page: { ...version, page_content: lines('old', 'old') },
      }),
  });
  expect(await screen.findByText('1 of 2')).toBeTruthy();
  await clickButton('Next change');
  expect(screen.getByText('2 of 2')).toBeTruthy();
  await clickButton('Next change');
  expect(screen.getByText('1 of 2')).toBeTruthy();
  await clickButton('Previous change');
  expect(screen.getByText('2 of 2')).toBeTruthy();
});

it('says that both texts are the same', async () => {
  const history_page = { ...version, page_content: page.page_content };
  await openDiff({ [DIFF]: () => okResponse({ page, history_page }) });
  expect(await screen.findByText('The two versions are identical.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Next change' })).toBeNull();
});

it('lets an editor comment the version', async () => {
  let stored = version;
  const { sent } = await openDiff({
    [DIFF]: () => okResponse({ page, history_page: stored }),
    [COMMENT]: () => {
      stored = { ...version, page_comments: 'Before the new law' };
      return okResponse({});
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit comment' }));
  fillField('Comment', 'Before the new law');
  await clickButton('Save comment');
  expect(await screen.findByText('tomas.kral: “Before the new law”')).toBeTruthy();
  expect(screen.queryByLabelText('Comment')).toBeNull();
  expect(sent.bodiesOf(COMMENT)).toEqual([
    { page_id: 7, page_history_id: 21, page_comments: 'Before the new law' },
  ]);
});

it('keeps a comment that could not be saved, and discards it with Escape', async () => {
  await openDiff({ [COMMENT]: () => errorResponse(10303, 'The item is archived') });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit comment' }));
  fillField('Comment', 'Before');
  await clickButton('Save comment');
  expect(await screen.findByText('The item is archived')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Comment').value).toBe('Before');
  fireEvent.keyDown(screen.getByLabelText('Comment'), { key: 'Escape' });
  expect(screen.queryByLabelText('Comment')).toBeNull();
});

it('offers readers no comment, and other versions only if there are some', async () => {
  const { unique_key: _, ...readable } = page;
  await openDiff({ [DIFF]: () => okResponse({ page: readable, history_page: version }) });
  await screen.findByText('1 line added');
  expect(screen.queryByRole('button', { name: 'Edit comment' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Other versions' })).toBeNull();
  cleanup();

  const other = { ...version, page_history_id: 20, page_comments: 'Draft' };
  await openDiff({ [HISTORY]: () => okResponse([version, other]) });
  const opener = await screen.findByRole('button', { name: 'Other versions' });
  await act(async () => fireEvent.click(opener, { detail: 0 }));
  const link = screen.getByRole('menuitem', { name: /tomas.kral: “Draft”/ });
  expect(link.getAttribute('href')).toBe('/page/diff/7/20');
});

it('asks a visitor for the visit password and returns to the comparison', async () => {
  const { router } = await openDiff({
    '/api/user/info': () => errorResponse(10102, 'Log in to continue'),
    [DIFF]: () => errorResponse(10307, 'Enter the visit password'),
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/item/password/0'));
  const search = new URLSearchParams(router.state.location.search);
  expect(search.get('page_id')).toBe('7');
  expect(search.get('redirect')).toBe('/page/diff/7/21');
});
