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
    ['a new page has none', due, { kind: 'opened', page_id: 0 }, none],
    ['none stays without a page', none, free, none],
    ['the first save of a new page wants it', none, { kind: 'opened', page_id: 7 }, due],
    ['it is taken', due, taken, held],
    ['another person has it', due, refused, other],
    ['a newer tab has it', held, { kind: 'replaced' }, elsewhere],

    ['the holder sees who asks', held, ours, asked],
    ['the holder sees that nobody asks any more', asked, quiet, held],
    ['a lease that ran out is taken again', held, free, due],
    ['a lease that ran out may be taken by another', held, theirs('none'), other],
    ['a newer tab took it', held, ourOtherTab, elsewhere],
    ['handed over, the other person has it', asked, theirs('none'), other],
    ['a refused save names the holder', held, refused, other],

    ['the other person leaves', other, free, wanted],
    ['the other person leaves after a request', waiting, free, wanted],
    ['a request waits', other, { kind: 'asked' }, waiting],
    ['a request is declined', waiting, theirs('refused'), declined],
    ['a request can be repeated', declined, { kind: 'asked' }, waiting],
    ['a request ends without an answer', waiting, theirs('none'), other],
    ['a request is granted', waiting, ourOtherTab, due],
    ['without a request it is another tab', other, ourOtherTab, elsewhere],
    ['a refused save keeps what became of the request', waiting, refused, waiting],
    ['a free page may be taken by another first', wanted, theirs('none'), other],
    ['a free page stays free until it is taken', wanted, free, wanted],

    ['unlocked by hand', held, { kind: 'released' }, released],
    ['unlocked, it is not taken again', released, free, released],
    ['unlocked, another tab may lock it', released, ourOtherTab, released],
    ['unlocked, another person may take it', released, theirs('none'), afterUnlock],
    ['unlocked, it is free again', afterUnlock, free, released],
    ['unlocked, a request wants it again', afterUnlock, { kind: 'asked' }, waiting],
    ['unlocked, a refused save wants it again', afterUnlock, refused, other],
    ['only a holder unlocks', other, { kind: 'released' }, other],
    ['the other tab is closed', elsewhere, free, wanted],
  ])('%s', (_what, state, event, after) => {
    expect(nextLockState(state, event)).toEqual(after);
  });
});
