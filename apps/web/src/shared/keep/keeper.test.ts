import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BusinessError, NetworkError } from '../api/call-error.ts';
import { createKeeper } from './keeper.ts';
import type { KeptStore } from './kept-store.ts';
import type { Fields, KeptText, Unanswered } from './kept-text.ts';
import type { Saved, SaveInput } from './save-state.ts';

const PAGE: Fields = { title: 'Orders', content: 'as saved', cat_id: 0 };

function memoryStore() {
  const texts = new Map<string, KeptText>();
  const store: KeptStore = {
    put: async (text) => void texts.set(text.id, text),
    remove: async (id) => void texts.delete(id),
    ofUser: async () => [...texts.values()],
  };
  return { store, kept: () => texts.get('editor') };
}

const refused = (code: number, status = 200, data: unknown = null) =>
  new BusinessError({ code, message: `refused ${code}`, data, status });

function open(page_id = 7, unanswered: Unanswered | null = null, store = memoryStore()) {
  let text = PAGE;
  const send = vi.fn<(input: SaveInput) => Promise<Saved>>();
  let version = 3;
  send.mockImplementation(async (input) => {
    version += 1;
    return { page_id: Number(input.page_id) || 55, version };
  });
  const keeper = createKeeper({
    id: 'editor',
    uid: 1,
    item_id: 2,
    page_id,
    base: page_id > 0 ? { fields: PAGE, version } : { fields: PAGE },
    unanswered,
    read: () => text,
    store: store.store,
    send,
  });
  return {
    ...store,
    keeper,
    send,
    sent: () => send.mock.calls.map(([input]) => input),
    write(content: string) {
      text = { ...text, content };
      keeper.touch();
    },
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
    const { write, kept, keeper } = open();
    write('as written');
    expect(keeper.getState().isChanged).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(kept()).toMatchObject({
      uid: 1,
      page_id: 7,
      fields: { content: 'as written' },
      base: { version: 3, fields: { content: 'as saved' } },
    });
  });

  it('is stored while the user is still typing', async () => {
    const { write, kept } = open();
    for (let at = 0; at < 30; at += 1) {
      write(`as written ${at}`);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(kept()?.fields.content).toMatch(/as written 2\d/);
  });

  it('is removed from the device when the change is undone or saved', async () => {
    const { write, kept, keeper } = open();
    write('as written');
    await vi.advanceTimersByTimeAsync(1000);
    write('as saved');
    await vi.advanceTimersByTimeAsync(1000);
    expect(kept()).toBeUndefined();
    expect(keeper.getState().isChanged).toBe(false);
    write('as written');
    await keeper.save();
    await vi.advanceTimersByTimeAsync(1000);
    expect(kept()).toBeUndefined();
    expect(keeper.getState()).toMatchObject({ isChanged: false, save: { kind: 'rest' } });
  });

  it('reports that the device cannot store it and is still saved on the server', async () => {
    const store = memoryStore();
    store.store.put = () => Promise.reject(new Error('quota'));
    const { write, keeper, send } = open(7, null, store);
    write('as written');
    await vi.advanceTimersByTimeAsync(1000);
    expect(keeper.getState().isUnkept).toBe(true);
    await keeper.save();
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('a save', () => {
  it('sends the opened version as its base, then the version of the last save', async () => {
    const { write, keeper, sent } = open();
    write('one');
    await keeper.save();
    write('two');
    await keeper.save();
    expect(sent()).toMatchObject([
      { page_id: 7, base_version: 3, page_content: 'one' },
      { page_id: 7, base_version: 4, page_content: 'two' },
    ]);
    expect(sent()[0]?.request_id).not.toBe(sent()[1]?.request_id);
  });

  it('turns a new page into an existing page', async () => {
    const { write, keeper, sent } = open(0);
    write('one');
    await keeper.save();
    expect(keeper.getState().page_id).toBe(55);
    write('two');
    await keeper.save();
    expect(sent()[0]).not.toHaveProperty('base_version');
    expect(sent()[1]).toMatchObject({ page_id: 55, base_version: 4 });
  });

  it('is not sent a second time while it is running', async () => {
    const { write, keeper, send } = open();
    let finish = (_saved: Saved) => {};
    send.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    write('one');
    const first = keeper.save();
    await vi.advanceTimersByTimeAsync(10);
    await keeper.save();
    write('two');
    finish({ page_id: 7, version: 4 });
    await first;
    expect(send).toHaveBeenCalledOnce();
    expect(keeper.getState()).toMatchObject({ isChanged: true, save: { kind: 'rest' } });
  });

  it('without a response is repeated with the same request id, followed by later changes', async () => {
    const { write, keeper, send, sent, kept } = open(0);
    send.mockRejectedValueOnce(new NetworkError('timeout'));
    write('one');
    await keeper.save();
    expect(keeper.getState().save.kind).toBe('waiting');
    expect(kept()?.unanswered?.request_id).toBe(sent()[0]?.request_id);
    write('two');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toMatchObject([
      { page_id: 0, page_content: 'one' },
      { page_id: 0, page_content: 'one' },
      { page_id: 55, page_content: 'two' },
    ]);
    expect(sent()[1]?.request_id).toBe(sent()[0]?.request_id);
    expect(keeper.getState()).toMatchObject({ isChanged: false, save: { kind: 'rest' } });
  });

  it.each([
    ['too many requests', refused(10602, 429)],
    ['a busy server', refused(10632, 503)],
    ['a server on its way up', refused(10101, 503)],
    ['a foreign answer', new NetworkError('unreadable')],
  ])('is retried automatically after %s', async (_what, error) => {
    const { write, keeper, send } = open();
    send.mockRejectedValueOnce(error);
    write('one');
    await keeper.save();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(keeper.getState()).toMatchObject({ isChanged: false, save: { kind: 'rest' } });
  });

  it('that an earlier editor left pending is repeated first, so that no second page is created', async () => {
    const unanswered = { request_id: 'earlier', page_id: 0, fields: { ...PAGE, content: 'one' } };
    const { write, keeper, sent } = open(0, unanswered);
    write('two');
    await keeper.save();
    expect(sent()).toMatchObject([
      { request_id: 'earlier', page_id: 0, page_content: 'one' },
      { page_id: 55, page_content: 'two', base_version: 4 },
    ]);
  });

  it.each([
    ['a login that has ended', refused(10102), 'login'],
    [
      'a lock of somebody else',
      refused(10601, 200, { is_cur_user: 0, lock_username: 'tom' }),
      'locked',
    ],
    ['an archived item', refused(10605), 'refused'],
    ['a page that is gone', refused(10101), 'refused'],
  ])('rejected because of %s keeps the draft', async (_what, error, kind) => {
    const { write, keeper, send, kept } = open();
    send.mockRejectedValueOnce(error);
    write('one');
    await keeper.save();
    expect(keeper.getState()).toMatchObject({ isChanged: true, save: { kind } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(kept()?.fields.content).toBe('one');
    await keeper.save();
    expect(keeper.getState().isChanged).toBe(false);
  });

  it('after a conflict continues from the version that was saved in the meantime', async () => {
    const { write, keeper, send, sent } = open();
    const theirs = { version: 9, page_content: 'theirs', author_username: 'tom', addtime: '' };
    send.mockRejectedValueOnce(refused(10600, 200, theirs));
    write('one');
    await keeper.save();
    expect(keeper.getState().save).toEqual({ kind: 'conflict', theirs });
    write('theirs and one');
    keeper.rebase({ fields: { ...PAGE, content: 'theirs' }, version: 9 });
    await keeper.save();
    expect(sent()[1]).toMatchObject({ base_version: 9, page_content: 'theirs and one' });
  });

  it('of a deleted page can create a new page', async () => {
    const { write, keeper, send, sent } = open();
    send.mockRejectedValueOnce(refused(10101));
    write('one');
    await keeper.save();
    keeper.becomeNew();
    await keeper.save();
    expect(sent()[1]).toMatchObject({ page_id: 0, item_id: 2, page_content: 'one' });
    expect(sent()[1]).not.toHaveProperty('base_version');
    expect(keeper.getState().page_id).toBe(55);
  });
});
