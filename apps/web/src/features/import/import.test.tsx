import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';
import type { ImportTask, PlanEntry } from './import-task.ts';

const STATUS = '/api/import/status';
const APPLY = '/api/import/apply';
const UNDO = '/api/import/undo';

function makeEntry(at: number, change: Partial<PlanEntry> = {}): PlanEntry {
  return {
    at,
    action: 'add',
    choice: null,
    cat_name: 'Orders',
    page_title: `Page ${at}`,
    page_id: null,
    author_username: '',
    is_skipped: false,
    is_shown: false,
    ...change,
  };
}

function makeTask(change: Partial<ImportTask> = {}): ImportTask {
  return {
    task_id: 5,
    item_id: 3,
    item_name: 'Shop',
    file_name: 'shop.yaml',
    step: 'plan',
    state: 'planned',
    done: 0,
    total: 0,
    error: '',
    counts: { add: 2, change: 0, conflict: 0, keep: 1, left: 0 },
    is_again: false,
    added: 0,
    changed: 0,
    new_catalogs: 0,
    recycled: 0,
    restored: 0,
    skipped: 0,
    is_undoable: false,
    notes: [],
    addtime: '2026-03-14T14:32:00Z',
    end_time: null,
    list: [makeEntry(1), makeEntry(2)],
    entries: 3,
    ...change,
  };
}

async function openImport(
  status: (body: unknown) => Response | Promise<Response>,
  replies: Parameters<typeof stubAccountApi>[0] = {},
) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    [STATUS]: status,
    ...replies,
  });
  await renderApp('/item/import/5');
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the plan: counts, pages with the reason, and parts that cannot be imported', async () => {
  const task = makeTask({ notes: ['Callback of POST /orders'] });
  await openImport(() => okResponse(task));
  expect(await screen.findByRole('heading', { level: 1, name: 'Import plan' })).toBeTruthy();
  expect(screen.getByText('shop.yaml into Shop')).toBeTruthy();
  expect(screen.getByText('pages to add').nextElementSibling?.textContent).toBe('2');
  const rows = within(screen.getByRole('table', { name: 'Pages of the plan' }));
  expect(rows.getByText('Page 1')).toBeTruthy();
  expect(rows.getAllByText('New page')).toHaveLength(2);
  const notes = within(screen.getByRole('region', { name: 'Not imported' }));
  expect(notes.getByText('Callback of POST /orders')).toBeTruthy();
});

it('applies the plan once and then shows the progress', async () => {
  let current = makeTask();
  const sent = await openImport(() => okResponse(current), {
    [APPLY]: () => {
      current = makeTask({ step: 'apply', state: 'running', done: 1, total: 2 });
      return okResponse(current);
    },
  });
  const apply = await screen.findByRole('button', { name: 'Apply plan' });
  fireEvent.click(apply);
  fireEvent.click(apply);
  expect(await screen.findByRole('heading', { name: 'Writing the pages' })).toBeTruthy();
  expect(screen.getByText('1 of 2')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1');
  expect(sent.bodiesOf(APPLY)).toEqual([{ task_id: 5, choices: {} }]);
});

it('cannot be applied while a conflict is open', async () => {
  const conflict = makeEntry(1, { action: 'conflict', author_username: 'tomas.kral' });
  const counts = { add: 0, change: 0, conflict: 1, keep: 0, left: 0 };
  const sent = await openImport(() => okResponse(makeTask({ counts, list: [conflict] })));
  expect(await screen.findByText('1 conflict left to resolve')).toBeTruthy();
  expect(screen.getByText(/^Edited by tomas\.kral since the last import/)).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Decision for Page 1' })).toBeTruthy();
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply plan' });
  expect(apply.disabled).toBe(true);
  fireEvent.click(apply);
  expect(sent.bodiesOf(APPLY)).toEqual([]);
});

it('shows the error of a rejected plan and stays on the plan', async () => {
  await openImport(() => okResponse(makeTask()), {
    [APPLY]: () => errorResponse(10303, 'The item is archived'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Apply plan' }));
  expect(await screen.findByText('The item is archived')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Apply plan' }).getAttribute('aria-busy')).toBeNull();
});

it('filters the plan by action and goes back to its first page', async () => {
  const counts = { add: 40, change: 0, conflict: 0, keep: 2, left: 0 };
  const sent = await openImport(() => okResponse(makeTask({ counts, entries: 42 })));
  await screen.findByRole('button', { name: 'Apply plan' });
  await clickButton('Next page');
  fireEvent.click(screen.getByRole('radio', { name: 'Keep 2' }));
  await waitFor(() => expect(sent.bodiesOf(STATUS)).toHaveLength(3));
  expect(sent.bodiesOf(STATUS)).toEqual([
    { task_id: 5, page: 1, count: 20 },
    { task_id: 5, page: 2, count: 20 },
    { task_id: 5, page: 1, count: 20, action: 'keep' },
  ]);
});

it('undoes a finished import after confirmation', async () => {
  let current = makeTask({ state: 'done', added: 2, is_undoable: true });
  const sent = await openImport(() => okResponse(current), {
    [UNDO]: () => {
      current = makeTask({ step: 'undo', state: 'undone', recycled: 2 });
      return okResponse(current);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo import' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Undo the import of shop.yaml?')).toBeTruthy();
  expect(sent.bodiesOf(UNDO)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText(/^2 pages were moved to the recycle bin/)).toBeTruthy();
  expect(sent.bodiesOf(UNDO)).toEqual([{ task_id: 5 }]);
});

it('shows why an import failed and leads back to the choice of a file', async () => {
  const task = makeTask({ state: 'failed', error: 'Line 3: not an OpenAPI document' });
  await openImport(() => okResponse(task));
  expect(await screen.findByRole('heading', { name: 'The import failed' })).toBeTruthy();
  expect(screen.getByText('Line 3: not an OpenAPI document')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Choose another file' });
  expect(link.getAttribute('href')).toBe('/item/add?tab=import&item_id=3');
});

it('reports a task of another user and can load it again', async () => {
  const replies = [errorResponse(10303, 'This import belongs to another user')];
  await openImport(() => replies.shift() ?? okResponse(makeTask()));
  expect(await screen.findByText('This import belongs to another user')).toBeTruthy();
  await clickButton('Try again');
  expect(await screen.findByRole('button', { name: 'Apply plan' })).toBeTruthy();
});
