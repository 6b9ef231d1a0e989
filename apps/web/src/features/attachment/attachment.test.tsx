import type { PageFile } from '@octavo/contract/attachment.entities';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton, fillField } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const LIST = '/api/attachment/getMyList';
const PAGES = '/api/attachment/getPages';
const DELETE = '/api/attachment/deleteMyAttachment';

function makeFile(file_id: number): PageFile {
  return {
    file_id,
    url: `/file/${file_id}/plan-${file_id}.pdf`,
    display_name: `plan-${file_id}.pdf`,
    file_type: 'application/pdf',
    item_id: 0,
    file_size: 2048,
    file_size_m: 0,
    visit_times: 3,
    username: 'mei.lin',
    addtime: '2026-03-14T14:32:00Z',
  };
}

function listResponse(list: readonly PageFile[], total = list.length) {
  return okResponse({ list, total, used: 2048, used_flow: 4096, used_m: 0, used_flow_m: 0 });
}

async function openFiles(replies: Parameters<typeof stubAccountApi>[0]) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    [PAGES]: () => okResponse({ list: [], others: 0 }),
    ...replies,
  });
  await renderApp('/attachment/index');
  await screen.findByRole('heading', { level: 1, name: 'My attachments' });
  return sent;
}

async function openDeletion() {
  fireEvent.click(await screen.findByRole('button', { name: 'Delete “plan-1.pdf”' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Delete “plan-1.pdf”?')).toBeTruthy();
  return dialog;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the files with the used space, and an empty library explains itself', async () => {
  await openFiles({ [LIST]: () => listResponse([makeFile(1)]) });
  const row = within(await screen.findByRole('table', { name: 'My attachments' }));
  expect(row.getByText('plan-1.pdf')).toBeTruthy();
  expect(screen.getByText('Used space').nextElementSibling?.textContent).toBe('2 KB');
  const open = screen.getByRole('link', { name: 'Open “plan-1.pdf” in a new window' });
  expect(open.getAttribute('href')).toBe('/file/1/plan-1.pdf');
  expect(open.getAttribute('target')).toBe('_blank');
  cleanup();

  await openFiles({ [LIST]: () => listResponse([]) });
  expect(await screen.findByRole('heading', { name: 'No files yet' })).toBeTruthy();
});

it('searches by name on request, shows all files again when the field is cleared', async () => {
  const sent = await openFiles({
    [LIST]: (body) =>
      listResponse((body as { display_name: string }).display_name === '' ? [makeFile(1)] : []),
  });
  await screen.findByText('plan-1.pdf');
  fillField('Search by file name', ' zebra ');
  expect(sent.bodiesOf(LIST)).toHaveLength(1);
  await clickButton('Search');
  expect(await screen.findByRole('heading', { name: 'No matching files' })).toBeTruthy();
  expect(sent.bodiesOf(LIST).at(-1)).toMatchObject({ display_name: 'zebra', page: 1 });
  fillField('Search by file name', '');
  expect(await screen.findByText('plan-1.pdf')).toBeTruthy();
});

it('filters by type from the first page', async () => {
  const sent = await openFiles({ [LIST]: () => listResponse([makeFile(1)], 13) });
  await screen.findByText('plan-1.pdf');
  await clickButton('Next page');
  await waitFor(() => expect(sent.bodiesOf(LIST).at(-1)).toMatchObject({ page: 2 }));
  fireEvent.click(screen.getByRole('radio', { name: 'Images' }));
  await waitFor(() =>
    expect(sent.bodiesOf(LIST).at(-1)).toMatchObject({ attachment_type: 1, page: 1 }),
  );
});

it('names the pages that use a file before it is deleted', async () => {
  const page = { page_id: 7, page_title: 'Refunds', item_id: 3, item_name: 'Shop' };
  let files = [makeFile(1)];
  const sent = await openFiles({
    [LIST]: () => listResponse(files),
    [PAGES]: () => okResponse({ list: [page], others: 2 }),
    [DELETE]: () => {
      files = [];
      return okResponse({});
    },
  });
  const dialog = await openDeletion();
  expect(await dialog.findByText('Refunds in Shop')).toBeTruthy();
  expect(dialog.getByText(/2 more pages that you cannot open also use it\./)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete attachment' }));
  expect(await screen.findByText('“plan-1.pdf” deleted')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'No files yet' })).toBeTruthy();
  expect(sent.bodiesOf(DELETE)).toEqual([{ file_id: 1 }]);
});

it('does not delete a file before its pages are loaded', async () => {
  const sent = await openFiles({
    [LIST]: () => listResponse([makeFile(1)]),
    [PAGES]: () => new Promise<Response>(() => {}),
  });
  const dialog = await openDeletion();
  const confirm = dialog.getByRole('button', { name: 'Delete attachment' });
  expect(confirm.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(confirm);
  expect(sent.bodiesOf(DELETE)).toEqual([]);
});

it('shows why a file could not be deleted and keeps the question open', async () => {
  await openFiles({
    [LIST]: () => listResponse([makeFile(1)]),
    [DELETE]: () => errorResponse(10303, 'The storage does not respond'),
  });
  const dialog = await openDeletion();
  await dialog.findByText(/^No page uses this file\./);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete attachment' }));
  expect(await dialog.findByText('The storage does not respond')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('requires an item and a page to attach a file to', async () => {
  const sent = await openFiles({ [LIST]: () => listResponse([makeFile(1)]) });
  fireEvent.click(await screen.findByRole('button', { name: 'Attach “plan-1.pdf” to a page' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Attach' }));
  expect(await dialog.findAllByText('This field is required.')).toHaveLength(2);
  expect(sent.bodiesOf('/api/attachment/bindingPage')).toEqual([]);
});
