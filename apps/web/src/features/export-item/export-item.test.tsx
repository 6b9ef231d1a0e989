import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { makeItemInfo } from '../../../tests/helpers/items.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';
import type { ExportTask } from './use-export-task.ts';

const BEGIN = '/api/export/begin';
const STATUS = '/api/export/status';
const STOP = '/api/task/stop';

function makeTask(change: Partial<ExportTask> = {}): ExportTask {
  return {
    task_id: 8,
    item_id: 3,
    format: 'word',
    state: 'running',
    done: 1,
    total: 4,
    reason: '',
    file_name: 'Shop.docx',
    file_size: 2048,
    ...change,
  };
}

async function openExport(
  query: string,
  replies: Parameters<typeof stubAccountApi>[0] = {},
  change: Parameters<typeof makeItemInfo>[1] = {},
) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/item/info': () => okResponse(makeItemInfo(3, { page_count: 4, ...change })),
    '/api/export/forms': () => okResponse({ formats: ['word', 'markdown', 'html', 'openapi'] }),
    '/api/catalog/catListName': () => okResponse([]),
    '/api/catalog/getPagesBycat': () => okResponse([]),
    ...replies,
  });
  const router = await renderApp(`/item/export/3${query}`);
  return { sent, router };
}

const exportButton = () => screen.findByRole('button', { name: 'Export' });
let download: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  download = vi.spyOn(location, 'assign').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('exports the whole item once, shows the progress and downloads the file', async () => {
  let task = makeTask();
  const { sent, router } = await openExport('', {
    [BEGIN]: () => okResponse({ task_id: 8 }),
    [STATUS]: () => okResponse(task),
  });
  const button = await exportButton();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText('1 of 4 pages')).toBeTruthy();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(sent.bodiesOf(BEGIN)).toEqual([{ item_id: 3, format: 'word', cat_id: 0, page_id: 0 }]);
  expect(router.state.location.search).toBe('?task_id=8');
  expect(download).not.toHaveBeenCalled();

  task = makeTask({ state: 'done', done: 4 });
  expect(await screen.findByText('Shop.docx, 2 KB')).toBeTruthy();
  expect(download.mock.calls).toEqual([['/api/export/download?task_id=8']]);
  expect(button.getAttribute('aria-busy')).toBeNull();
});

it('links to a finished export of the URL but does not download it again', async () => {
  await openExport('?task_id=8', { [STATUS]: () => okResponse(makeTask({ state: 'done' })) });
  const link = await screen.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toBe('/api/export/download?task_id=8');
  expect(download).not.toHaveBeenCalled();
});

it('exports the page of the URL, and Markdown always as a whole', async () => {
  const { sent } = await openExport('?cat_id=2&page_id=7', {
    [BEGIN]: () => errorResponse(10100, 'Not today'),
  });
  await exportButton();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'By catalog' }).checked).toBe(true);
  await clickButton('Export');
  fireEvent.click(screen.getByRole('radio', { name: 'Markdown' }));
  expect(screen.getByText(/^All 4 pages as Markdown files/)).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'By catalog' })).toBeNull();
  await clickButton('Export');
  await waitFor(() => expect(sent.bodiesOf(BEGIN)).toHaveLength(2));
  expect(sent.bodiesOf(BEGIN)).toEqual([
    { item_id: 3, format: 'word', cat_id: 2, page_id: 7 },
    { item_id: 3, format: 'markdown', cat_id: 0, page_id: 0 },
  ]);
});

it('offers PDF only where the site can create it', async () => {
  await openExport('');
  expect(await screen.findByText(/^PDF is not available on this site/)).toBeTruthy();
  const formats = within(screen.getByRole('group', { name: 'Format' }));
  expect(formats.queryByRole('radio', { name: 'PDF' })).toBeNull();
  cleanup();

  await openExport('', { '/api/export/forms': () => okResponse({ formats: ['word', 'pdf'] }) });
  expect(await screen.findByRole('radio', { name: 'PDF' })).toBeTruthy();
  expect(screen.queryByText(/^PDF is not available on this site/)).toBeNull();
});

it('stops a running export', async () => {
  let task = makeTask({ state: 'waiting', done: 0, total: 0 });
  const { sent } = await openExport('?task_id=8', {
    [STATUS]: () => okResponse(task),
    [STOP]: () => {
      task = makeTask({ state: 'stopped' });
      return okResponse({});
    },
  });
  expect(await screen.findByText('Waiting in the queue…')).toBeTruthy();
  await clickButton('Stop export');
  expect(await screen.findByText('Export stopped.')).toBeTruthy();
  expect(sent.bodiesOf(STOP)).toEqual([{ task_id: 8 }]);
});

it('shows a rejected start and the reason of a failed export', async () => {
  await openExport('?task_id=8', {
    [BEGIN]: () => errorResponse(10100, 'Too many exports at once'),
    [STATUS]: () => okResponse(makeTask({ state: 'failed', reason: 'The disk is full.' })),
  });
  expect(await screen.findByText(/The disk is full\./)).toBeTruthy();
  await clickButton('Export');
  expect(await screen.findByText('Too many exports at once')).toBeTruthy();
});

it('denies the export to readers, and leaves it to the server for an archived item', async () => {
  await openExport('', {}, { item_edit: false });
  expect(await screen.findByRole('heading', { name: 'You do not have access' })).toBeTruthy();
  cleanup();

  await openExport('', {}, { item_edit: false, is_archived: 1 });
  expect(await exportButton()).toBeTruthy();
});
