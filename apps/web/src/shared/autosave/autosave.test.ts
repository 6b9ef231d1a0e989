import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BusinessError, NetworkError } from '../api/call-error.ts';
import { createAutosave } from './autosave.ts';
import type { DraftStore } from './draft-store.ts';
import type { PageFields, Draft, PendingRequest } from './draft.ts';
import type { ServerDrafts } from './server-drafts.ts';
import type { SaveResult, SaveInput } from './save-state.ts';

const PAGE: PageFields = { title: 'Orders', content: 'as saved', cat_id: 0 };

function memoryStore() {
  const texts = new Map<string, Draft>();
  const store: DraftStore = {
    put: async (text) => void texts.set(text.id, text),
    async update(id, change) {
      const text = texts.get(id);
      if (text) texts.set(id, change(text));
    },
    remove: async (id) => void texts.delete(id),
    listByUser: async () => [...texts.values()],
  };
  return { store, storedDraft: () => texts.get('editor'), clear: () => texts.clear() };
}

const rejected = (code: number, status = 200, data: unknown = null) =>
  new BusinessError({ code, message: `refused ${code}`, data, status });

function createEditor(
  page_id = 7,
  unanswered: PendingRequest | null = null,
  store = memoryStore(),
  pendingUploads = () => undefined as Promise<void> | undefined,
) {
  let text = PAGE;
  const send = vi.fn<(input: SaveInput) => Promise<SaveResult>>();
  const drafts = {
    put: vi.fn<ServerDrafts['put']>(async () => ({ is_kept: true })),
    remove: vi.fn<ServerDrafts['remove']>(async () => {}),
  };
  let version = 3;
  send.mockImplementation(async (input) => {
    version += 1;
    return { page_id: Number(input.page_id) || 55, version };
  });
  const autosave = createAutosave({
    id: 'editor',
    uid: 1,
    item_id: 2,
    page_id,
    base: page_id > 0 ? { fields: PAGE, version } : { fields: PAGE },
    unanswered,
    read: () => text,
    store: store.store,
    drafts,
    send,
    pendingUploads,
    toSaved: (fields) => ({ ...fields, content: fields.content.replaceAll('[failed]', '') }),
  });
  const change = (fields: Partial<PageFields>) => {
    text = { ...text, ...fields };
    autosave.touch();
  };
  return {
    ...store,
    autosave,
    drafts,
    send,
    sent: () => send.mock.calls.map(([input]) => input),
    change,
    write: (content: string) => change({ content }),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a draft', () => {
  it('is stored on this device within a second', async () => {
    const { write, storedDraft, autosave } = createEditor();
    write('as written');
    expect(autosave.getState().isChanged).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(storedDraft()).toMatchObject({
      uid: 1,
      page_id: 7,
      fields: { content: 'as written' },
      base: { version: 3, fields: { content: 'as saved' } },
    });
  });

  it('is stored while the user is still typing', async () => {
    const { write, storedDraft } = createEditor();
    for (let at = 0; at < 30; at += 1) {
      write(`as written ${at}`);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(storedDraft()?.fields.content).toMatch(/as written 2\d/);
  });

  it('is removed from the device when the change is undone or saved', async () => {
    const { write, storedDraft, autosave } = createEditor();
    write('as written');
    await vi.advanceTimersByTimeAsync(1000);
    write('as saved');
    await vi.advanceTimersByTimeAsync(1000);
    expect(storedDraft()).toBeUndefined();
    expect(autosave.getState().isChanged).toBe(false);
    write('as written');
    await autosave.save();
    await vi.advanceTimersByTimeAsync(1000);
    expect(storedDraft()).toBeUndefined();
    expect(autosave.getState()).toMatchObject({ isChanged: false, save: { kind: 'rest' } });
  });

  it('reports that the device cannot store it and is still saved on the server', async () => {
    const store = memoryStore();
    store.store.put = () => Promise.reject(new Error('quota'));
    const { write, autosave, send } = createEditor(7, null, store);
    write('as written');
    await vi.advanceTimersByTimeAsync(1000);
    expect(autosave.getState().storageFailed).toBe(true);
    await autosave.save();
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('a save', () => {
  it('sends the opened version as its base, then the version of the last save', async () => {
    const { write, autosave, sent } = createEditor();
    write('one');
    await autosave.save();
    write('two');
    await autosave.save();
    expect(sent()).toMatchObject([
      { page_id: 7, base_version: 3, page_content: 'one' },
      { page_id: 7, base_version: 4, page_content: 'two' },
    ]);
    expect(sent()[0]?.request_id).not.toBe(sent()[1]?.request_id);
  });

  it('sends title and catalog only if they were changed here', async () => {
    const { change, write, sent, autosave } = createEditor();
    write('as written');
    await autosave.save();
    change({ title: 'Order list' });
    await autosave.save();
    change({ cat_id: 9 });
    await autosave.save();
    expect(sent().map(({ page_title, cat_id }) => [page_title, cat_id])).toEqual([
      [undefined, undefined],
      ['Order list', undefined],
      [undefined, 9],
    ]);
  });

  it('turns a new page into an existing page', async () => {
    const { write, autosave, sent } = createEditor(0);
    write('one');
    await autosave.save();
    expect(autosave.getState().page_id).toBe(55);
    write('two');
    await autosave.save();
    expect(sent()[0]).not.toHaveProperty('base_version');
    expect(sent()[1]).toMatchObject({ page_id: 55, base_version: 4 });
  });

  it('is not sent a second time while it is running', async () => {
    const { write, autosave, send } = createEditor();
    let finish = (_saved: SaveResult) => {};
    send.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    write('one');
    const first = autosave.save();
    await vi.advanceTimersByTimeAsync(10);
    void autosave.save();
    write('two');
    finish({ page_id: 7, version: 4 });
    await first;
    expect(send).toHaveBeenCalledOnce();
    expect(autosave.getState()).toMatchObject({ isChanged: true, save: { kind: 'rest' } });
  });

  it('that is asked for while one is running stores what was changed since', async () => {
    const { write, autosave, send, sent } = createEditor();
    const answer = Promise.withResolvers<SaveResult>();
    send.mockReturnValueOnce(answer.promise);
    write('one');
    const first = autosave.save();
    await vi.advanceTimersByTimeAsync(10);
    write('two');
    let isDone = false;
    const second = autosave.save().then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(isDone).toBe(false);
    answer.resolve({ page_id: 7, version: 4 });
    await Promise.all([first, second]);
    expect(sent()).toMatchObject([
      { page_content: 'one', base_version: 3 },
      { page_content: 'two', base_version: 4 },
    ]);
    expect(autosave.getState()).toMatchObject({ isChanged: false, save: { kind: 'rest' } });
  });

  it('does not follow a save whose editor was closed meanwhile', async () => {
    const { write, autosave, send } = createEditor();
    const stop = autosave.start();
    const answer = Promise.withResolvers<SaveResult>();
    send.mockReturnValueOnce(answer.promise);
    write('one');
    const saving = autosave.save();
    await vi.advanceTimersByTimeAsync(10);
    write('two');
    void autosave.save();
    stop();
    answer.resolve({ page_id: 7, version: 4 });
    await saving;
    expect(send).toHaveBeenCalledOnce();
  });

  it('names its user, and the item of a new page only, because a page can be moved to another item', async () => {
    const { write, autosave, sent, drafts } = createEditor(0);
    const stop = autosave.start();
    write('one');
    await vi.advanceTimersByTimeAsync(2000);
    await autosave.save();
    write('two');
    await vi.advanceTimersByTimeAsync(4000);
    await autosave.save();
    stop();
    expect(sent()).toMatchObject([{ uid: 1, item_id: 2 }, { uid: 1 }]);
    expect(sent()[1]).not.toHaveProperty('item_id');
    expect(drafts.put.mock.calls.map(([draft]) => draft.item_id)).toEqual([2, undefined]);
  });

  it('waits for running uploads, so that the text has their links', async () => {
    const upload = Promise.withResolvers<void>();
    const { autosave, write, sent } = createEditor(0, null, memoryStore(), () => upload.promise);
    write('Uploading shot.png');
    const saving = autosave.save();
    expect(autosave.getState().save).toEqual({ kind: 'saving', awaitsUploads: true });
    void autosave.save();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent()).toEqual([]);
    write('![](/file/shot.png)');
    upload.resolve();
    await saving;
    expect(sent()).toMatchObject([{ page_id: 0, page_content: '![](/file/shot.png)' }]);
  });

  it('is not sent if its editor was closed during an upload; the text stays a draft', async () => {
    const upload = Promise.withResolvers<void>();
    const editor = createEditor(0, null, memoryStore(), () => upload.promise);
    const stop = editor.autosave.start();
    editor.write('Uploading shot.png');
    const saving = editor.autosave.save();
    stop();
    upload.resolve();
    await saving;
    expect(editor.sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(editor.storedDraft()?.fields.content).toBe('Uploading shot.png');
  });

  it('leaves out what only the editor shows, which stays an unsaved change', async () => {
    const { autosave, write, send, sent } = createEditor();
    write('as written[failed]');
    // The repeated save must not be followed by another one for the part that is left out.
    send.mockRejectedValueOnce(new NetworkError('offline'));
    await autosave.save();
    await autosave.save();
    expect(sent().map(({ page_content }) => page_content)).toEqual(['as written', 'as written']);
    expect(autosave.base().fields.content).toBe('as written');
    expect(autosave.getState()).toMatchObject({ isChanged: true, save: { kind: 'rest' } });
  });

  it('without a response is repeated with the same request id, followed by later changes', async () => {
    const { write, autosave, send, sent, storedDraft } = createEditor(0);
    send.mockRejectedValueOnce(new NetworkError('timeout'));
    write('one');
    await autosave.save();
    expect(autosave.getState().save.kind).toBe('waiting');
    expect(storedDraft()?.unanswered?.request_id).toBe(sent()[0]?.request_id);
    write('two');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toMatchObject([
      { page_id: 0, page_content: 'one' },
      { page_id: 0, page_content: 'one' },
      { page_id: 55, page_content: 'two' },
    ]);
    expect(sent()[1]?.request_id).toBe(sent()[0]?.request_id);
    expect(autosave.getState()).toMatchObject({ isChanged: false, save: { kind: 'rest' } });
  });

  it.each([
    ['too many requests', rejected(10602, 429)],
    ['a busy server', rejected(10632, 503)],
    ['a server that is starting', rejected(10101, 503)],
    ['a response that is not from Octavo', new NetworkError('unreadable')],
  ])('is retried automatically after %s', async (_what, error) => {
    const { write, autosave, send } = createEditor();
    send.mockRejectedValueOnce(error);
    write('one');
    await autosave.save();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(autosave.getState()).toMatchObject({ isChanged: false, save: { kind: 'rest' } });
  });

  it('that an earlier editor left pending is repeated first, so that no second page is created', async () => {
    const unanswered = { request_id: 'earlier', page_id: 0, fields: { ...PAGE, content: 'one' } };
    const { write, autosave, sent } = createEditor(0, unanswered);
    write('two');
    await autosave.save();
    expect(sent()).toMatchObject([
      { request_id: 'earlier', page_id: 0, page_content: 'one' },
      { page_id: 55, page_content: 'two', base_version: 4 },
    ]);
  });

  it.each([
    ['an expired session', rejected(10102), 'login'],
    [
      'the lock of another user',
      rejected(10601, 200, { is_cur_user: 0, lock_username: 'tom' }),
      'locked',
    ],
    ['an archived item', rejected(10605), 'refused'],
    ['a deleted page', rejected(10101), 'refused'],
  ])('rejected because of %s keeps the draft', async (_what, error, kind) => {
    const { write, autosave, send, storedDraft } = createEditor();
    send.mockRejectedValueOnce(error);
    write('one');
    await autosave.save();
    expect(autosave.getState()).toMatchObject({ isChanged: true, save: { kind } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(storedDraft()?.fields.content).toBe('one');
    await autosave.save();
    expect(autosave.getState().isChanged).toBe(false);
  });

  it('is sent again by a listener that merges a conflict at once', async () => {
    const { autosave, write, send, sent } = createEditor();
    write('mine');
    const theirs = { version: 9, page_content: 'theirs', author_username: 'tom', addtime: '' };
    send.mockRejectedValueOnce(rejected(10600, 200, theirs));
    autosave.subscribe(() => {
      if (autosave.getState().save.kind !== 'conflict') return;
      autosave.rebase({ fields: { ...PAGE, content: 'theirs' }, version: 9 });
      write('merged');
      void autosave.save();
    });
    await autosave.save();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent().map(({ page_content }) => page_content)).toEqual(['mine', 'merged']);
    expect(autosave.getState().save.kind).toBe('rest');
  });

  it('after a conflict continues from the version that was saved in the meantime', async () => {
    const { write, autosave, send, sent } = createEditor();
    const theirs = { version: 9, page_content: 'theirs', author_username: 'tom', addtime: '' };
    send.mockRejectedValueOnce(rejected(10600, 200, theirs));
    write('one');
    await autosave.save();
    expect(autosave.getState().save).toEqual({ kind: 'conflict', theirs });
    write('theirs and one');
    autosave.rebase({ fields: { ...PAGE, content: 'theirs' }, version: 9 });
    await autosave.save();
    expect(sent()[1]).toMatchObject({ base_version: 9, page_content: 'theirs and one' });
  });

  it('of a deleted page can create a new page', async () => {
    const { write, autosave, send, sent } = createEditor();
    send.mockRejectedValueOnce(rejected(10101));
    write('one');
    await autosave.save();
    autosave.convertToNewPage();
    await autosave.save();
    expect(sent()[1]).toMatchObject({ page_id: 0, item_id: 2, page_content: 'one' });
    expect(sent()[1]).not.toHaveProperty('base_version');
    expect(autosave.getState().page_id).toBe(55);
  });
});

describe('a version note', () => {
  it('is sent with the next save and cleared after it', async () => {
    const { write, autosave, send, sent } = createEditor();
    autosave.setNote('before the release');
    send.mockRejectedValueOnce(rejected(10605));
    write('one');
    await autosave.save();
    expect(autosave.getState().note).toBe('before the release');
    await autosave.save();
    write('two');
    await autosave.save();
    expect(sent().map(({ page_comments }) => page_comments)).toEqual([
      'before the release',
      'before the release',
      undefined,
    ]);
    expect(autosave.getState().note).toBe('');
  });

  it('that was written while a save waits is stored by the save that the user asks for', async () => {
    const { write, autosave, send, sent } = createEditor();
    send.mockRejectedValue(new NetworkError('offline'));
    write('one');
    await autosave.save();
    autosave.setNote('before the release');
    await autosave.save();
    send.mockResolvedValue({ page_id: 7, version: 4 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent().at(-1)).toMatchObject({ page_comments: 'before the release', base_version: 4 });
    expect(autosave.getState()).toMatchObject({ note: '', save: { kind: 'rest' } });
  });

  it('that is still being written is not stored by the repeated save', async () => {
    const { write, autosave, send } = createEditor();
    send.mockRejectedValueOnce(new NetworkError('offline'));
    write('one');
    await autosave.save();
    autosave.setNote('befo');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(2);
    expect(autosave.getState().note).toBe('befo');
  });

  it('that was changed during the save stays', async () => {
    const { write, autosave, send } = createEditor();
    autosave.setNote('first');
    send.mockImplementationOnce(async () => {
      autosave.setNote('second');
      return { page_id: 7, version: 4 };
    });
    write('one');
    await autosave.save();
    expect(autosave.getState().note).toBe('second');
  });
});

describe('a draft on the server', () => {
  it('is closed by the save, and the next draft has another id', async () => {
    const { write, autosave, sent, drafts, storedDraft } = createEditor();
    const stop = autosave.start();
    write('one');
    await vi.advanceTimersByTimeAsync(2000);
    const [first] = drafts.put.mock.calls[0] ?? [];
    expect(first).toMatchObject({ page_id: 7, page_content: 'one', base_version: 3, revision: 1 });
    const ownDraft = { draft_id: first?.draft_id, revision: 1 };
    expect(storedDraft()).toMatchObject({ server_drafts: [ownDraft], is_on_server: true });
    expect(autosave.getState().serverDraft.kind).toBe('stored');
    await autosave.save();
    expect(sent()[0]?.closed_drafts).toEqual([ownDraft]);
    expect(autosave.getState().serverDraft.kind).toBe('none');
    write('two');
    await vi.advanceTimersByTimeAsync(2000);
    const [second] = drafts.put.mock.calls[1] ?? [];
    expect(second).toMatchObject({ page_content: 'two', base_version: 4, revision: 1 });
    expect(second?.draft_id).not.toBe(first?.draft_id);
    expect(drafts.remove).not.toHaveBeenCalled();
    stop();
  });

  it('is confirmed in the draft of this device only for exactly its text', async () => {
    const { write, autosave, storedDraft, store } = createEditor();
    const stop = autosave.start();
    write('one');
    await vi.advanceTimersByTimeAsync(500);
    const put = vi.spyOn(store, 'put').mockRejectedValue(new Error('quota'));
    write('one and an hour of writing');
    await vi.advanceTimersByTimeAsync(5000);
    expect(autosave.getState().serverDraft.kind).toBe('stored');
    expect(storedDraft()).toMatchObject({
      fields: { content: 'one' },
      server_drafts: [{ revision: 0 }],
      is_on_server: false,
    });
    put.mockRestore();
    write('two');
    await vi.advanceTimersByTimeAsync(500);
    expect(storedDraft()).toMatchObject({ server_drafts: [{ revision: 1 }], is_on_server: false });
    await vi.advanceTimersByTimeAsync(3000);
    expect(storedDraft()).toMatchObject({ server_drafts: [{ revision: 2 }], is_on_server: true });
    stop();
  });

  it('that is sent while the page is hidden is recorded at once: the page may be gone before the response', async () => {
    const { write, autosave, storedDraft, drafts } = createEditor();
    const stop = autosave.start();
    write('one');
    await vi.advanceTimersByTimeAsync(500);
    drafts.put.mockImplementation(() => new Promise(() => {}));
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    visibility.mockRestore();
    expect(storedDraft()).toMatchObject({ server_drafts: [{ revision: 1 }], is_on_server: false });
    stop();
  });

  it('of a closed editor confirms its draft on this device', async () => {
    const { write, autosave, storedDraft } = createEditor();
    const stop = autosave.start();
    write('one');
    stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(storedDraft()).toMatchObject({ server_drafts: [{ revision: 1 }], is_on_server: true });
  });

  it.each([true, false])(
    'of a closed editor does not restore the draft of this device (kept: %s)',
    async (is_kept) => {
      const { write, autosave, storedDraft, drafts, clear } = createEditor();
      const stop = autosave.start();
      write('one');
      await vi.advanceTimersByTimeAsync(500);
      let finish = () => {};
      drafts.put.mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            finish = () => resolve({ is_kept });
          }),
      );
      stop();
      await vi.advanceTimersByTimeAsync(3000);
      // Another editor has continued the draft and saved the page.
      clear();
      finish();
      await vi.advanceTimersByTimeAsync(5000);
      expect(storedDraft()).toBeUndefined();
      expect(drafts.put).toHaveBeenCalledOnce();
    },
  );

  it('is not sent while a save of exactly its text is running, which would close an earlier revision only', async () => {
    const { write, autosave, drafts, send } = createEditor();
    const stop = autosave.start();
    write('one');
    const answer = Promise.withResolvers<SaveResult>();
    send.mockReturnValueOnce(answer.promise);
    const saving = autosave.save();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(drafts.put).not.toHaveBeenCalled();
    // Text that the save does not have is sent as always, and so is text whose save was rejected.
    write('two');
    await vi.advanceTimersByTimeAsync(4000);
    write('one');
    await vi.advanceTimersByTimeAsync(10_000);
    answer.reject(rejected(10302));
    await saving;
    await vi.advanceTimersByTimeAsync(4000);
    expect(drafts.put.mock.calls.map(([draft]) => draft.page_content)).toEqual(['two', 'one']);
    stop();
  });

  it('of a closed editor is not restored by its failed save', async () => {
    const { write, autosave, storedDraft, send, clear } = createEditor();
    const stop = autosave.start();
    write('one');
    const answer = Promise.withResolvers<SaveResult>();
    send.mockReturnValueOnce(answer.promise);
    const saving = autosave.save();
    await vi.advanceTimersByTimeAsync(10);
    stop();
    await vi.advanceTimersByTimeAsync(1000);
    clear();
    answer.reject(new NetworkError('timeout'));
    await saving;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(storedDraft()).toBeUndefined();
    expect(send).toHaveBeenCalledOnce();
  });

  it('has the catalog only if it was changed here', async () => {
    const { change, autosave, drafts } = createEditor();
    const stop = autosave.start();
    change({ content: 'one' });
    await vi.advanceTimersByTimeAsync(2000);
    change({ cat_id: 9 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(drafts.put.mock.calls.map(([draft]) => draft.cat_id)).toEqual([undefined, 9]);
    stop();
  });
});
