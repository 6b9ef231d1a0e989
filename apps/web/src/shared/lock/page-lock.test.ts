import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refusal, stubNetwork } from '../../testing/answers.ts';
import { createPageLock } from './page-lock.ts';
import { takeLock } from './take-lock.ts';

const HOLDER = { lock_username: 'tomas', lock_name: 'Tomas Kral', addtime: null };
const ASK = { username: 'tomas', name: 'Tomas Kral', addtime: '2026-03-14T14:32:00Z' };

type Reply = (path: string, body: Record<string, unknown>) => Response;
const beacon = vi.fn<(address: string, body: URLSearchParams) => boolean>();
let reply: Reply;
let asked: { path: string; body: Record<string, unknown> }[];

function seen(change: object) {
  return answer({
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
    ? seen({})
    : answer({ lock_token: body['lock_token'] ?? 'fresh', asks: [] });

beforeEach(() => {
  vi.useFakeTimers();
  reply = free;
  asked = [];
  stubNetwork(async (request) => {
    const body = (await request.json()) as Record<string, unknown>;
    const path = new URL(request.url).pathname;
    asked.push({ path, body });
    return reply(path, body);
  });
  vi.stubGlobal('navigator', { sendBeacon: beacon });
  beacon.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function held() {
  const taken = await takeLock(7);
  const lock = createPageLock({ page_id: 7, taken });
  return { lock, stop: lock.start() };
}

describe('the lock of an editor', () => {
  it('is taken, renewed with its token every 180 s and given back by a beacon', async () => {
    const { lock, stop } = await held();
    expect(lock.getState()).toEqual({ kind: 'held', asks: [] });
    asked = [];
    await vi.advanceTimersByTimeAsync(181_000);
    const renewals = asked.filter(({ path }) => path.endsWith('setLock'));
    expect(renewals.map(({ body }) => body)).toEqual([{ page_id: 7, lock_token: 'fresh' }]);
    stop();
    const [address, body] = beacon.mock.calls[0] ?? [];
    expect(address).toBe('/api/page/setLock');
    expect(body?.toString()).toBe('page_id=7&lock_to=1000&lock_token=fresh');
  });

  it('tells who has the page instead', async () => {
    reply = () => refusal(10601, 'locked', { ...HOLDER, is_cur_user: 0 });
    expect(await takeLock(7)).toEqual({ kind: 'other', holder: HOLDER });
  });

  it('of an older tab is told that a newer one has it', async () => {
    const { lock } = await held();
    reply = () => seen({ is_cur_editor: 0 });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lock.getState().kind).toBe('elsewhere');
  });

  it('hears who asks for the page, and hands it over', async () => {
    const { lock } = await held();
    reply = () => seen({ asks: [ASK] });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lock.getState()).toEqual({ kind: 'held', asks: [ASK] });
    reply = (path) =>
      path.endsWith('isLock') ? seen({ is_cur_user: 0, is_cur_editor: 0 }) : answer({});
    await lock.answer('tomas', true);
    expect(asked.find(({ path }) => path.endsWith('answerLock'))?.body).toEqual({
      page_id: 7,
      username: 'tomas',
      is_agreed: true,
    });
    expect(lock.getState()).toEqual({ kind: 'other', holder: HOLDER });
  });

  it('is not called lost for want of an answer, and comes back after it has run out', async () => {
    const { lock } = await held();
    reply = () => new Response('', { status: 502 });
    await vi.advanceTimersByTimeAsync(400_000);
    expect(lock.getState().kind).toBe('held');
    reply = (path) =>
      path.endsWith('isLock')
        ? seen({ lock: 0, is_cur_user: 0, is_cur_editor: 0 })
        : answer({ lock_token: 'second', asks: [] });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(lock.getState().kind).toBe('held');
    expect(asked.at(-1)?.body).toEqual({ page_id: 7 });
  });

  it('given back by hand is not taken again by itself', async () => {
    const { lock } = await held();
    lock.release();
    asked = [];
    await vi.advanceTimersByTimeAsync(400_000);
    expect(asked).toEqual([]);
    expect(lock.getState().kind).toBe('none');
    await lock.take();
    expect(lock.getState().kind).toBe('held');
  });
});
