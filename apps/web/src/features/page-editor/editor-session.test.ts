import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftStore } from '../../shared/autosave/draft-store.ts';
import type { Draft } from '../../shared/autosave/draft.ts';
import { errorResponse, okResponse, stubFetch } from '../../../tests/helpers/responses.ts';
import { openSession, resumeDraft } from './editor-session.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SAVED = 'the text of the saved page';
const PARAMS = {
  item_id: 3,
  page_id: 7,
  cat_id: 0,
  copy_page_id: 0,
  page_type: 0,
  draft: undefined as string | undefined,
};

function makeLocal(content: string, change: Partial<Draft> = {}): Draft {
  const fields = { title: 'Refunds', content: SAVED, cat_id: 4 };
  return {
    id: 'local',
    uid: 1,
    item_id: 3,
    page_id: 7,
    fields: { ...fields, content },
    base: { fields, version: 5 },
    unanswered: null,
    time: Date.now() - HOUR_MS,
    state: 'open',
    ...change,
  };
}

interface ServerRow {
  readonly draft_id: string;
  readonly page_content: string;
  readonly revision: number;
  readonly page_title?: string;
  readonly base_version?: number;
  readonly addtime?: string;
}

const toRow = (row: ServerRow) => ({
  page_id: 7,
  item_id: 3,
  item_name: 'Payments',
  cat_id: null,
  page_title: 'Refunds',
  page_type: 0,
  base_version: 5,
  addtime: new Date().toISOString(),
  ...row,
});

/** Replaces the server and IndexedDB. */
function setUp(local: Draft[], onServer: ServerRow[] | 'failing' = []) {
  const removed: unknown[] = [];
  const rows = onServer === 'failing' ? [] : onServer.map(toRow);
  stubFetch(async (request) => {
    const input = (await request.json()) as { draft_id?: string };
    switch (new URL(request.url).pathname) {
      case '/api/item/info':
        return okResponse({ item_edit: true, item_manage: true, item_name: '', item_domain: '' });
      case '/api/page/info':
        return okResponse({
          page_id: 7,
          page_title: 'Renamed',
          page_content: SAVED,
          page_type: 0,
          cat_id: 4,
          version: 6,
          unique_key: '',
          addtime: new Date().toISOString(),
        });
      case '/api/page/drafts':
        return onServer === 'failing'
          ? errorResponse(10999, 'Not now')
          : okResponse(rows.map(({ page_content: _text, ...listed }) => listed));
      case '/api/page/draftById': {
        const row = rows.find(({ draft_id }) => draft_id === input.draft_id);
        return row ? okResponse(row) : errorResponse(10101, 'Not found');
      }
      case '/api/page/deleteDraft':
        removed.push(input);
        return okResponse({});
      case '/api/page/history':
        return okResponse([]);
      default:
        return okResponse({});
    }
  });
  vi.spyOn(draftStore, 'listByUser').mockImplementation(() => Promise.resolve([...local]));
  const stored = new Map(local.map((draft) => [draft.id, draft]));
  vi.spyOn(draftStore, 'update').mockImplementation(async (id, change) => {
    const draft = stored.get(id);
    if (draft) stored.set(id, change(draft));
  });
  return { removed, stored };
}

const open = (params: Partial<typeof PARAMS> = {}) =>
  openSession({ ...PARAMS, ...params }, 1, (title) => title);
const d1 = (revision: number) => ({ draft_id: 'd1', revision });

beforeEach(() => {
  document.documentElement.lang = 'en';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a draft that is on this device and on the server', () => {
  it('is that of the server if this device could not store the last revisions', async () => {
    setUp(
      [makeLocal('first words', { server_drafts: [d1(1), { draft_id: 'd0', revision: 2 }] })],
      [{ draft_id: 'd1', page_content: 'first words and an hour of writing', revision: 40 }],
    );
    const session = await open();
    const draft = session.draft!;
    expect(draft.fields.content).toBe('first words and an hour of writing');
    expect(resumeDraft(session, draft)).toMatchObject({
      resumedDraftId: 'local',
      replacedDrafts: [d1(40), { draft_id: 'd0', revision: 2 }],
    });
  });

  it.each([
    ['the server has an older text', [{ draft_id: 'd1', page_content: 'older', revision: 3 }]],
    ['the drafts of the server cannot be loaded', 'failing' as const],
  ])('is that of this device if %s', async (_what, onServer) => {
    setUp([makeLocal('newer words', { server_drafts: [d1(3)] })], onServer);
    const { draft } = await open();
    expect(draft).toMatchObject({ id: 'local', fields: { content: 'newer words' } });
  });

  it('of an older version of the product is offered', async () => {
    setUp([makeLocal('words of an older version')]);
    expect((await open()).draft?.id).toBe('local');
  });

  it('is offered with its page in another item, in the catalog of that item', async () => {
    setUp([makeLocal('words before the move', { item_id: 2 })]);
    const { draft } = await open();
    expect(draft).toMatchObject({
      item_id: 3,
      fields: { cat_id: 4, content: 'words before the move' },
    });
  });
});

describe('a draft of this device that was closed on another device', () => {
  const confirmed = { server_drafts: [d1(5)], is_on_server: true };

  it('is not offered again, but stays as a discarded one', async () => {
    const { stored } = setUp([makeLocal('words of the phone', confirmed)]);
    expect((await open()).draft).toBeUndefined();
    expect(stored.get('local')).toMatchObject({ state: 'discarded', fields: { cat_id: 4 } });
    expect(stored.get('local')?.time).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  it('does not hide the newer draft of the other device, whatever the clock of this one is', async () => {
    setUp(
      [makeLocal('words of the phone', { ...confirmed, time: Date.now() + HOUR_MS })],
      [{ draft_id: 'd2', page_content: 'words of the laptop', revision: 1 }],
    );
    expect((await open()).draft?.fields.content).toBe('words of the laptop');
  });

  it.each([
    ['has text that the server never had', { server_drafts: [d1(5)], is_on_server: false }],
    ['is older than the server keeps drafts', { ...confirmed, time: Date.now() - 90 * DAY_MS }],
    [
      'has a save without a response',
      {
        ...confirmed,
        unanswered: {
          request_id: 'r',
          page_id: 7,
          fields: { title: '', content: 'words', cat_id: 4 },
        },
      },
    ],
  ])('is offered if it %s', async (_what, change) => {
    setUp([makeLocal('words of the phone', change)]);
    expect((await open()).draft?.id).toBe('local');
  });

  it('is offered if the drafts of the server cannot be loaded', async () => {
    setUp([makeLocal('words of the phone', confirmed)], 'failing');
    expect((await open()).draft?.id).toBe('local');
  });
});

describe('a discarded draft', () => {
  it('is removed from the server if that has failed before, but no newer text', async () => {
    const discarded = {
      state: 'discarded',
      server_drafts: [d1(5), { draft_id: 'd2', revision: 1 }],
    } as const;
    const { removed } = setUp(
      [makeLocal('discarded words', discarded)],
      [
        { draft_id: 'd1', page_content: 'discarded words', revision: 5 },
        { draft_id: 'd2', page_content: 'words that were written on', revision: 2 },
      ],
    );
    expect((await open()).draft?.fields.content).toBe('words that were written on');
    await vi.waitFor(() => expect(removed).toEqual([{ uid: 1, ...d1(5) }]));
  });
});

describe('a chosen draft', () => {
  it('is never missing silently', async () => {
    setUp([], 'failing');
    await expect(open({ draft: 'd1' })).rejects.toThrow('Not found');
  });

  it('is loaded from the server without the list of drafts', async () => {
    setUp([], [{ draft_id: 'd1', page_content: 'chosen words', revision: 1 }]);
    expect(await open({ draft: 'd1' })).toMatchObject({
      fields: { content: 'chosen words' },
      resumedDraftId: 'd1',
    });
  });
});

describe('a draft whose base is no longer in the history', () => {
  it('does not undo a rename of the page', async () => {
    const row = { draft_id: 'd1', page_content: 'words of before', revision: 1, base_version: 2 };
    setUp([], [row]);
    const { draft } = await open();
    expect(draft?.fields.title).toBe('Refunds');
    expect(draft?.base).toMatchObject({ version: 2, fields: { title: 'Refunds', content: '' } });
  });
});
