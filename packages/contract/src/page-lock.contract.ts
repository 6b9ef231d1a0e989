import { z } from 'zod';
import { item } from './access.ts';
import { defineCall } from './define-call.ts';
import { bit, flag, id, line, nothing, numeric, time } from './wire.ts';

/** Forms send an absent one as nothing between two signs. */
const lockToken = line(64).transform((token) => token || undefined);

/** Somebody who asks the holder to leave. */
const lockAsk = z.object({ username: z.string(), name: z.string(), addtime: time });

export const setLock = defineCall({
  path: '/api/page/setLock',
  kind: 'command',
  access: item('edit', 'page_id', 'item_id'),
  summary: 'Take a page for editing for 300 seconds, keep it so, or give it back (lock_to 1000).',
  request: z.object({
    page_id: id,
    item_id: id.optional(),
    lock_to: numeric(z.number()).optional(),
    /** Renews, or gives back, this editor's lock alone; absent: whatever lock one has. */
    lock_token: lockToken.optional(),
  }),
  response: z.object({
    /** Empty when the lock was given back. */
    lock_token: z.string(),
    asks: z.array(lockAsk),
  }),
});

export const isLock = defineCall({
  path: '/api/page/isLock',
  kind: 'query',
  access: item('view', 'page_id'),
  summary: 'Whether somebody is editing a page; who, only for those who may edit it too.',
  request: z.object({ page_id: id, lock_token: lockToken.optional() }),
  response: z.object({
    lock: bit,
    is_cur_user: bit,
    /** The lock is the one of the lock_token sent: no other tab has taken it since. */
    is_cur_editor: bit,
    lock_username: z.string(),
    lock_name: z.string(),
    /** Since when; null while nobody edits, and for those who may only read. */
    addtime: time.nullable(),
    /** For the holder: who would like to have the page. */
    asks: z.array(lockAsk),
    /** What became of the caller's own question. */
    ask: z.enum(['none', 'waiting', 'refused']),
  }),
});

export const askLock = defineCall({
  path: '/api/page/askLock',
  kind: 'command',
  access: item('edit', 'page_id'),
  summary: 'Ask whoever is editing a page to leave it to the caller.',
  limit: { per: 'user', times: 30, seconds: 300 },
  request: z.object({ page_id: id }),
  /** 0: nobody else has it, there is nobody to ask. */
  response: z.object({ lock: bit }),
});

export const answerLock = defineCall({
  path: '/api/page/answerLock',
  kind: 'command',
  access: item('edit', 'page_id'),
  summary: 'Leave a page to somebody who asked for it, or say no.',
  request: z.object({ page_id: id, username: line(64), is_agreed: flag }),
  response: nothing,
});
