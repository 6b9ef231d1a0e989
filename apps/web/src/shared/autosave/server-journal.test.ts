import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BusinessError, NetworkError } from '../api/call-error.ts';
import type { DraftRevision } from './draft.ts';
import type { ServerDrafts } from './server-drafts.ts';
import { createServerJournal, type ServerDraftState } from './server-journal.ts';

const SAVED = 'as saved';

function createEditor(replacedDrafts: readonly DraftRevision[] = []) {
  let content = SAVED;
  const states: ServerDraftState['kind'][] = [];
  const drafts = {
    put: vi.fn<ServerDrafts['put']>(async () => ({ is_kept: true })),
    remove: vi.fn<ServerDrafts['remove']>(async () => {}),
  };
  const journal = createServerJournal({
    drafts,
    replacedDrafts,
    read: () => (content === SAVED ? null : { page_id: 7, page_content: content }),
    isBeingSaved: () => false,
    onState: ({ kind }) => states.push(kind),
    onLastSent: () => {},
    onStored: () => {},
    onDraftsChanged: () => {},
  });
  return {
    journal,
    drafts,
    states,
    write(text: string) {
      content = text;
      journal.touch();
    },
    sent: () => drafts.put.mock.calls.map(([draft]) => draft.page_content),
    sentIds: () => drafts.put.mock.calls.map(([draft]) => draft.draft_id),
  };
}

const rejected = (code: number, status = 200) =>
  new BusinessError({ code, message: '', data: null, status });
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the draft', () => {
  it('is sent two seconds after the last change', async () => {
    const { write, sent, states } = createEditor();
    write('one');
    await wait(1900);
    expect(sent()).toEqual([]);
    await wait(100);
    expect(sent()).toEqual(['one']);
    expect(states).toEqual(['stored']);
    await wait(60_000);
    expect(sent()).toHaveLength(1);
  });

  it('is sent every three seconds while the user goes on typing', async () => {
    const { write, sent } = createEditor();
    for (let at = 0; at < 100; at += 1) {
      write(`text ${at}`);
      await wait(100);
    }
    expect(sent().length).toBeGreaterThanOrEqual(3);
    expect(sent().length).toBeLessThanOrEqual(4);
  });

  it('is one request at a time, and the newest text follows', async () => {
    const { write, drafts, sent } = createEditor();
    let finish = () => {};
    drafts.put.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ is_kept: true });
        }),
    );
    write('one');
    await wait(2000);
    for (const text of ['two', 'three']) {
      write(text);
      await wait(5000);
    }
    expect(sent()).toEqual(['one']);
    finish();
    // A slow request is followed by a longer pause.
    await wait(60_000);
    expect(sent()).toEqual(['one', 'three']);
    expect(drafts.put.mock.calls.map(([draft]) => draft.revision)).toEqual([1, 2]);
  });

  it('is removed when the change is undone, and a later one has another id', async () => {
    const { write, drafts, sentIds, states } = createEditor();
    write('one');
    await wait(2000);
    write(SAVED);
    await wait(2000);
    expect(drafts.remove.mock.calls).toEqual([[{ draft_id: sentIds()[0], revision: 1 }]]);
    expect(states.at(-1)).toBe('none');
    write('two');
    await wait(2000);
    expect(sentIds()[1]).not.toBe(sentIds()[0]);
  });

  it('that another device has closed is kept under a new id at once', async () => {
    const { write, drafts, sent, sentIds } = createEditor();
    drafts.put.mockResolvedValueOnce({ is_kept: false });
    write('one');
    await wait(5000);
    expect(sent()).toEqual(['one', 'one']);
    expect(new Set(sentIds()).size).toBe(2);
  });

  it('that it continues is replaced by its own one, up to the revision that was continued', async () => {
    const earlier = { draft_id: 'earlier', revision: 5 };
    const { write, drafts, journal } = createEditor([earlier]);
    drafts.put.mockRejectedValueOnce(new NetworkError('offline'));
    write('one');
    await wait(2000);
    expect(journal.drafts()).toContainEqual(earlier);
    await wait(5000);
    write('two');
    await wait(2000);
    expect(drafts.put.mock.calls.map(([draft]) => draft.replaced_drafts)).toEqual([
      [earlier],
      [earlier],
      [],
    ]);
    expect(journal.drafts()).toMatchObject([{ revision: 3 }]);
    expect(drafts.remove).not.toHaveBeenCalled();
  });

  it('that it continues is closed by a save, and removed if the change is undone', async () => {
    const earlier = { draft_id: 'earlier', revision: 5 };
    const saved = createEditor([earlier]);
    saved.journal.onSaved(saved.journal.drafts());
    expect(saved.journal.drafts()).toMatchObject([{ revision: 0 }]);
    const undone = createEditor([earlier]);
    undone.write(SAVED);
    await wait(2000);
    expect(undone.drafts.remove.mock.calls).toEqual([[earlier]]);
  });

  it('stays after a save of earlier text', async () => {
    const { write, journal, sentIds } = createEditor();
    write('one');
    await wait(2000);
    const closed = journal.drafts();
    write('two');
    await wait(2000);
    journal.onSaved(closed);
    write('three');
    await wait(3000);
    expect(new Set(sentIds()).size).toBe(1);
  });

  it('that remains after a save is removed', async () => {
    const { write, journal, drafts, sentIds } = createEditor();
    write('one');
    await wait(2000);
    write(SAVED);
    journal.onSaved([{ draft_id: 'of an earlier editor', revision: 9 }]);
    await wait(3000);
    expect(drafts.remove.mock.calls).toEqual([[{ draft_id: sentIds()[0], revision: 1 }]]);
  });

  it('is sent at once when the tab is hidden, also on a slow connection', async () => {
    const { write, journal, drafts, sent } = createEditor();
    const stop = journal.start();
    drafts.put.mockImplementationOnce(async () => {
      await wait(5000);
      return { is_kept: true };
    });
    write('one');
    await wait(8000);
    write('two');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await wait(0);
    expect(sent()).toEqual(['one', 'two']);
    stop();
  });

  it('of a closed editor is sent at once', async () => {
    const { write, journal, sent } = createEditor();
    const stop = journal.start();
    write('one');
    stop();
    await wait(0);
    expect(sent()).toEqual(['one']);
  });
});

describe('a failure', () => {
  it.each([
    ['no connection', new NetworkError('offline')],
    ['a server that is starting', rejected(10101, 503)],
  ])('by %s is repeated with growing delays', async (_what, error) => {
    const { write, drafts, states } = createEditor();
    drafts.put.mockRejectedValue(error);
    write('one');
    await wait(60_000);
    expect(states.every((kind) => kind === 'failed')).toBe(true);
    expect(drafts.put.mock.calls.length).toBeGreaterThan(3);
    expect(drafts.put.mock.calls.length).toBeLessThan(8);
    drafts.put.mockResolvedValue({ is_kept: true });
    await wait(31_000);
    expect(states.at(-1)).toBe('stored');
  });

  it('is repeated as soon as the browser is online', async () => {
    const { write, drafts, journal, states } = createEditor();
    const stop = journal.start();
    drafts.put.mockRejectedValueOnce(new NetworkError('offline'));
    write('one');
    await wait(2000);
    dispatchEvent(new Event('online'));
    await wait(0);
    expect(states.at(-1)).toBe('stored');
    stop();
  });

  it.each([
    ['an expired session', rejected(10102)],
    ['an archived item', rejected(10605)],
    ['too many drafts', rejected(10608)],
  ])('by %s is repeated only after a change, and rarely', async (_what, error) => {
    const { write, drafts, states, journal } = createEditor();
    const stop = journal.start();
    drafts.put.mockRejectedValue(error);
    for (let at = 0; at < 60; at += 1) {
      write(`text ${at}`);
      await wait(1000);
    }
    expect(drafts.put.mock.calls.length).toBeLessThanOrEqual(3);
    expect(states).toContain('failed');
    await wait(31_000);
    drafts.put.mockClear();
    await wait(300_000);
    expect(drafts.put).not.toHaveBeenCalled();
    dispatchEvent(new Event('online'));
    await wait(0);
    expect(drafts.put).toHaveBeenCalledOnce();
    drafts.put.mockResolvedValue({ is_kept: true });
    journal.onSaved([]);
    await wait(3000);
    expect(states.at(-1)).toBe('stored');
    stop();
  });
});
