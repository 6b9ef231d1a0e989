import { describe, expect, it } from 'vitest';
import { nextLockState, type LockEvent, type LockState } from './lock-state.ts';

const holder = { lock_username: 'tomas', lock_name: 'Tomas Kral', addtime: null };
const ask = { username: 'mei', name: 'Mei Lin', addtime: '2026-03-14T14:32:00Z' };

const FREE: Extract<LockEvent, { kind: 'looked' }>['info'] = {
  lock: 0,
  is_cur_user: 0,
  is_cur_editor: 0,
  lock_username: '',
  lock_name: '',
  addtime: null,
  asks: [],
  ask: 'none',
};
const look = (change: object): LockEvent => ({ kind: 'looked', info: { ...FREE, ...change } });
const free = look({});
const ours = look({ lock: 1, is_cur_user: 1, is_cur_editor: 1, asks: [ask] });
const quiet = look({ lock: 1, is_cur_user: 1, is_cur_editor: 1 });
const ourOtherTab = look({ lock: 1, is_cur_user: 1 });
const theirs = (own: 'none' | 'waiting' | 'refused') => look({ lock: 1, ...holder, ask: own });

const none: LockState = { kind: 'none' };
const due: LockState = { kind: 'wanted', acquireNow: true };
const wanted: LockState = { kind: 'wanted', acquireNow: false };
const held: LockState = { kind: 'held', token: 'a', asks: [] };
const asked: LockState = { kind: 'held', token: 'a', asks: [ask] };
const released: LockState = { kind: 'released' };
const elsewhere: LockState = { kind: 'elsewhere' };
const other: LockState = { kind: 'other', holder, ask: 'none', acquireWhenFree: true };
const waiting: LockState = { ...other, ask: 'waiting' };
const declined: LockState = { ...other, ask: 'refused' };
const afterUnlock: LockState = { ...other, acquireWhenFree: false };
const taken: LockEvent = { kind: 'taken', token: 'a', asks: [] };
const refused: LockEvent = { kind: 'refused', holder };

describe('nextLockState', () => {
  it.each<[string, LockState, LockEvent, LockState]>([
    ['a new page has no lock', due, { kind: 'opened', page_id: 0 }, none],
    ['no lock without a page', none, free, none],
    ['the first save of a new page requests the lock', none, { kind: 'opened', page_id: 7 }, due],
    ['the lock is acquired', due, taken, held],
    ['another user holds the lock', due, refused, other],
    ['a newer tab holds the lock', held, { kind: 'replaced' }, elsewhere],

    ['the holder sees who requests the lock', held, ours, asked],
    ['the holder sees that the request was withdrawn', asked, quiet, held],
    ['an expired lease is acquired again', held, free, due],
    ['an expired lease may be acquired by another user', held, theirs('none'), other],
    ['a newer tab took the lock', held, ourOtherTab, elsewhere],
    ['after a handover, the other user holds the lock', asked, theirs('none'), other],
    ['a rejected save names the holder', held, refused, other],

    ['the other user leaves', other, free, wanted],
    ['the other user leaves after a request', waiting, free, wanted],
    ['a request waits', other, { kind: 'asked' }, waiting],
    ['a request is declined', waiting, theirs('refused'), declined],
    ['a request can be repeated', declined, { kind: 'asked' }, waiting],
    ['a request expires', waiting, theirs('none'), other],
    ['a request is granted', waiting, ourOtherTab, due],
    ['without a request, another tab holds the lock', other, ourOtherTab, elsewhere],
    ['a rejected save keeps the state of the request', waiting, refused, waiting],
    ['a free page may be locked by another user first', wanted, theirs('none'), other],
    ['a free page stays free until it is locked', wanted, free, wanted],

    ['unlocked manually', held, { kind: 'released' }, released],
    ['unlocked, it is not taken again', released, free, released],
    ['unlocked, another tab may lock it', released, ourOtherTab, released],
    ['once unlocked, another user may take the lock', released, theirs('none'), afterUnlock],
    ['unlocked, it is free again', afterUnlock, free, released],
    ['unlocked, a request wants it again', afterUnlock, { kind: 'asked' }, waiting],
    ['once unlocked, a rejected save requests the lock again', afterUnlock, refused, other],
    ['only the holder can unlock', other, { kind: 'released' }, other],
    ['the other tab is closed', elsewhere, free, wanted],
  ])('%s', (_what, state, event, after) => {
    expect(nextLockState(state, event)).toEqual(after);
  });
});
