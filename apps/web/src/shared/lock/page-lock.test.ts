import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { okResponse, errorResponse, stubFetch } from '../../../tests/helpers/responses.ts';
import { createPageLock } from './page-lock.ts';
import { acquireInitialLock } from './acquire-lock.ts';

const HOLDER = { lock_username: 'tomas', lock_name: 'Tomas Kral', addtime: null };
const ASK = { username: 'tomas', name: 'Tomas Kral', addtime: '2026-03-14T14:32:00Z' };

type Reply = (path: string, body: Record<string, unknown>) => Response;
const beacon = vi.fn<(address: string, body: URLSearchParams) => boolean>();
let reply: Reply;
let sentRequests: { path: string; body: Record<string, unknown> }[];

function lockInfo(change: object) {
  return okResponse({
    lock: 1,
    is_cur_user: 1,
    is_cur_editor: 1,
    ...HOLDER,
    asks: [],
    ask: 'none',
    ...change,
  });
}

const free: Reply = (path, body) =>
  path.endsWith('isLock')
    ? lockInfo({})
    : okResponse({ lock_token: body['lock_token'] ?? 'fresh', asks: [] });

beforeEach(() => {
  vi.useFakeTimers();
  reply = free;
  sentRequests = [];
  stubFetch(async (request) => {
    const body = (await request.json()) as Record<string, unknown>;
    const path = new URL(request.url).pathname;
    sentRequests.push({ path, body });
    return reply(path, body);
  });
  vi.stubGlobal('navigator', { sendBeacon: beacon });
  beacon.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openEditor() {
  const lock = createPageLock({ page_id: 7, state: await acquireInitialLock(7) });
  return { lock, stop: lock.start() };
}

const HELD = { kind: 'held', token: 'fresh', asks: [] };
const theirs = () => lockInfo({ is_cur_user: 0, is_cur_editor: 0 });
const vacant: Reply = (path, body) =>
  path.endsWith('isLock')
    ? lockInfo({ lock: 0, is_cur_user: 0, is_cur_editor: 0 })
    : free(path, body);

describe('the lock of an editor', () => {
  it('is acquired, renewed with its token every 180 s and released by a beacon', async () => {
    const { lock, stop } = await openEditor();
    expect(lock.getState()).toEqual(HELD);
    sentRequests = [];
    await vi.advanceTimersByTimeAsync(181_000);
    const renewals = sentRequests.filter(({ path }) => path.endsWith('setLock'));
    expect(renewals.map(({ body }) => body)).toEqual([{ page_id: 7, lock_token: 'fresh' }]);
    stop();
    const [address, body] = beacon.mock.calls[0] ?? [];
    expect(address).toBe('/api/page/setLock');
    expect(body?.toString()).toBe('page_id=7&lock_to=1000&lock_token=fresh');
  });

  it('shows the holder and is acquired when the holder leaves', async () => {
    reply = () => errorResponse(10601, 'locked', { ...HOLDER, is_cur_user: 0 });
    const { lock } = await openEditor();
    const other = { kind: 'other', holder: HOLDER, ask: 'none', acquireWhenFree: true };
    expect(lock.getState()).toEqual(other);
    reply = theirs;
    await vi.advanceTimersByTimeAsync(6000);
    expect(lock.getState()).toEqual(other);
    reply = vacant;
    await vi.advanceTimersByTimeAsync(6000);
    expect(lock.getState()).toEqual(HELD);
  });

  it('is not acquired by a background tab, unless it was handed over', async () => {
    reply = () => errorResponse(10601, 'locked', { ...HOLDER, is_cur_user: 0 });
    const { lock } = await openEditor();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    reply = vacant;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(lock.getState()).toEqual({ kind: 'wanted', acquireNow: false });
    reply = (path) => (path.endsWith('askLock') ? okResponse({ lock: 1 }) : theirs());
    await vi.advanceTimersByTimeAsync(6000);
    await lock.requestLock();
    expect(lock.getState()).toMatchObject({ kind: 'other', ask: 'waiting' });
    reply = (path, body) =>
      path.endsWith('isLock') ? lockInfo({ is_cur_editor: 0 }) : free(path, body);
    await vi.advanceTimersByTimeAsync(6000);
    expect(lock.getState()).toEqual(HELD);
    visibility.mockRestore();
  });

  it('of an older tab ends when a newer tab acquires it, until it is acquired again', async () => {
    const { lock } = await openEditor();
    reply = (path, body) =>
      path.endsWith('isLock') ? lockInfo({ is_cur_editor: 0 }) : free(path, body);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lock.getState().kind).toBe('elsewhere');
    await lock.acquire();
    expect(lock.getState()).toEqual(HELD);
  });

  it('shows the requests of other users and can be handed over', async () => {
    const { lock } = await openEditor();
    reply = () => lockInfo({ asks: [ASK] });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lock.getState()).toEqual({ ...HELD, asks: [ASK] });
    reply = (path) => (path.endsWith('isLock') ? theirs() : okResponse({}));
    await lock.answerRequest('tomas', true);
    expect(sentRequests.find(({ path }) => path.endsWith('answerLock'))?.body).toEqual({
      page_id: 7,
      username: 'tomas',
      is_agreed: true,
    });
    expect(lock.getState()).toMatchObject({ kind: 'other', holder: HOLDER });
  });

  it('stays held without a response and is acquired again after it expired', async () => {
    const { lock } = await openEditor();
    reply = () => new Response('', { status: 502 });
    await vi.advanceTimersByTimeAsync(400_000);
    expect(lock.getState().kind).toBe('held');
    await expect(lock.acquire()).rejects.toThrow('No response from the server');
    reply = (path) =>
      path.endsWith('isLock') ? vacant(path, {}) : okResponse({ lock_token: 'second', asks: [] });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lock.getState()).toMatchObject({ kind: 'held', token: 'second' });
    expect(sentRequests.at(-1)?.body).toEqual({ page_id: 7 });
  });

  it('is retried if the server did not respond when the page was opened', async () => {
    reply = () => new Response('', { status: 502 });
    const { lock } = await openEditor();
    expect(lock.getState().kind).toBe('wanted');
    reply = vacant;
    await vi.advanceTimersByTimeAsync(6000);
    expect(lock.getState()).toEqual(HELD);
  });

  it('released by the user is not acquired again automatically', async () => {
    const { lock } = await openEditor();
    lock.release();
    sentRequests = [];
    reply = vacant;
    await vi.advanceTimersByTimeAsync(400_000);
    expect(sentRequests.filter(({ path }) => path.endsWith('setLock'))).toEqual([]);
    expect(lock.getState().kind).toBe('released');
    reply = theirs;
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lock.getState().kind).toBe('other');
    reply = vacant;
    await vi.advanceTimersByTimeAsync(6000);
    expect(lock.getState().kind).toBe('released');
    await lock.acquire();
    expect(lock.getState()).toEqual(HELD);
  });
});
