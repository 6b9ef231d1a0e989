import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { draftStore } from '../../shared/autosave/draft-store.ts';
import type { Draft } from '../../shared/autosave/draft.ts';
import type { ListedDraft } from '../../shared/autosave/server-drafts.ts';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../tests/helpers/responses.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();

function makeDraft(id: string, change: Partial<Draft> = {}): Draft {
  const fields = { title: 'Refunds', content: 'Within 30 days', cat_id: 0 };
  return {
    id,
    uid: account.uid,
    item_id: 3,
    page_id: 7,
    fields,
    base: { fields, version: 1 },
    unanswered: null,
    time: NOW,
    state: 'open',
    ...change,
  };
}

/** Replaces IndexedDB, which happy-dom does not have. */
async function openDrafts(stored: Draft[], onServer: ListedDraft[] = []) {
  const deleted: string[] = [];
  stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/page/drafts': () =>
      okResponse(onServer.filter(({ draft_id }) => !deleted.includes(draft_id))),
    '/api/page/draftById': () => okResponse({ ...onServer[0], page_content: 'Of another device' }),
    '/api/page/deleteDraft': (body) => {
      deleted.push((body as { draft_id: string }).draft_id);
      return okResponse({});
    },
  });
  const list = vi
    .spyOn(draftStore, 'listByUser')
    .mockImplementation(() => Promise.resolve([...stored]));
  const remove = vi.spyOn(draftStore, 'remove').mockImplementation((id) => {
    stored.splice(0, Infinity, ...stored.filter((draft) => draft.id !== id));
    return Promise.resolve();
  });
  await renderApp('/user/drafts');
  await screen.findByRole('heading', { level: 1, name: 'My drafts' });
  return { list, remove, deleted };
}

const serverDraft: ListedDraft = {
  draft_id: 's1',
  page_id: 7,
  item_id: 3,
  item_name: 'Harbor',
  cat_id: null,
  page_title: 'Refunds',
  page_type: 0,
  base_version: 1,
  revision: 4,
  addtime: new Date().toISOString(),
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('lists the drafts of the logged-in user with a link that opens each of them', async () => {
  const untitled = { title: '', content: 'Only words', cat_id: 0 };
  const { list } = await openDrafts([
    makeDraft('a'),
    makeDraft('b', { page_id: 0, fields: untitled }),
  ]);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
    'Refunds',
    'Untitled page',
  ]);
  expect(within(rows[0] as HTMLElement).getByText('Unsaved changes')).toBeTruthy();
  expect(within(rows[1] as HTMLElement).getByText('New page')).toBeTruthy();
  const open = screen.getByRole('link', { name: 'Open the draft “Refunds”' });
  expect(open.getAttribute('href')).toBe('/page/edit/3/7?draft=a');
  expect(list).toHaveBeenCalledWith(account.uid);
});

it('says how long a discarded draft is retained', async () => {
  await openDrafts([makeDraft('a', { state: 'discarded', time: Date.now() - 5.5 * DAY_MS })]);
  expect(await screen.findByText('Discarded, deleted in 2 days')).toBeTruthy();
});

it('deletes a draft only after confirmation', async () => {
  const { remove } = await openDrafts([makeDraft('a')]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the draft “Refunds”' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText('Delete the draft “Refunds”?')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(remove).not.toHaveBeenCalled();

  await clickButton('Delete the draft “Refunds”');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete draft' }));
  expect(await screen.findByRole('heading', { name: 'No drafts' })).toBeTruthy();
  expect(remove.mock.calls).toEqual([['a']]);
});

it('downloads the text of a draft under the title of its page', async () => {
  const files: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob;
    return 'blob:draft';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, blob });
  });
  const fields = { title: 'Refunds: a/b', content: 'Within 30 days', cat_id: 0 };
  await openDrafts([makeDraft('a', { fields })]);
  fireEvent.click(await screen.findByRole('button', { name: /^Download the draft/ }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['Refunds  a b.md']));
  expect(await files[0]?.blob.text()).toBe('Within 30 days');
});

it('reports a browser that cannot store drafts', async () => {
  stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/page/drafts': () => okResponse([]),
  });
  vi.spyOn(draftStore, 'listByUser').mockRejectedValue(new Error('blocked'));
  await renderApp('/user/drafts');
  expect(await screen.findByText('This browser does not allow storing drafts.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'No drafts' })).toBeNull();
});

it('lists a draft once that is on this device and on the server, and marks one that is only here', async () => {
  await openDrafts(
    [
      makeDraft('a', { server_drafts: [{ draft_id: 's1', revision: 4 }] }),
      makeDraft('b', { server_drafts: [{ draft_id: 'never sent', revision: 0 }] }),
    ],
    [serverDraft, { ...serverDraft, draft_id: 's2', page_title: 'Elsewhere' }],
  );
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
  expect(screen.getAllByText('On this device only')).toHaveLength(1);
  const open = screen.getByRole('link', { name: 'Open the draft “Elsewhere”' });
  expect(open.getAttribute('href')).toBe('/page/edit/3/7?draft=s2');
});

it('shows the text of the server if it is newer, and deletes both', async () => {
  const { remove, deleted } = await openDrafts(
    [makeDraft('a', { server_drafts: [{ draft_id: 's1', revision: 3 }] })],
    [{ ...serverDraft, page_title: 'Written on' }],
  );
  const open = await screen.findByRole('link', { name: 'Open the draft “Written on”' });
  expect(open.getAttribute('href')).toBe('/page/edit/3/7?draft=a');
  await clickButton('Delete the draft “Written on”');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete draft' }));
  expect(await screen.findByRole('heading', { name: 'No drafts' })).toBeTruthy();
  expect(deleted).toEqual(['s1']);
  expect(remove.mock.calls).toEqual([['a']]);
});

it('deletes a draft on the server also if the drafts of the server could not be loaded', async () => {
  const deleted: unknown[] = [];
  stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/page/drafts': () => errorResponse(10999, 'Not now'),
    '/api/page/deleteDraft': (body) => {
      deleted.push(body);
      return okResponse({});
    },
  });
  const server_drafts = [{ draft_id: 's1', revision: 3 }];
  vi.spyOn(draftStore, 'listByUser').mockResolvedValue([makeDraft('a', { server_drafts })]);
  const remove = vi.spyOn(draftStore, 'remove').mockResolvedValue();
  await renderApp('/user/drafts');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the draft “Refunds”' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete draft' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([['a']]));
  expect(deleted).toEqual([{ uid: account.uid, draft_id: 's1', revision: 3 }]);
});

it('downloads and deletes a draft of the server', async () => {
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob;
    return 'blob:draft';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { deleted } = await openDrafts([], [serverDraft]);
  fireEvent.click(await screen.findByRole('button', { name: /^Download the draft/ }));
  await waitFor(async () => expect(await blob.text()).toBe('Of another device'));
  await clickButton('Delete the draft “Refunds”');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete draft' }));
  expect(await screen.findByRole('heading', { name: 'No drafts' })).toBeTruthy();
  expect(deleted).toEqual(['s1']);
});
