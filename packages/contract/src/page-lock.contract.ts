import { z } from 'zod';
import { item } from './access.ts';
import { defineCall } from './define-call.ts';
import { MAX_USERNAME_LENGTH } from './limits.ts';
import { bit, flag, id, line, emptyObject, numeric, time } from './wire.ts';

/** Forms send an absent token as an empty string. */
const lockToken = line(64).transform((token) => token || undefined);

/** A user who asks the lock holder to release the page. */
const lockRequest = z.object({ username: z.string(), name: z.string(), addtime: time });

export const setLock = defineCall({
  path: '/api/page/setLock',
  kind: 'command',
  access: item('edit', 'page_id', 'item_id'),
  scope: 'write',
  summary: 'Lock a page for editing for 300 seconds, renew the lock, or release it (lock_to 1000).',
  request: z.object({
    page_id: id,
    item_id: id.optional(),
    lock_to: numeric(z.number()).optional(),
    /** Renews or releases only the lock with this token; absent: any lock of the caller on the page. */
    lock_token: lockToken.optional(),
  }),
  response: z.object({
    /** Empty if the lock was released. */
    lock_token: z.string(),
    asks: z.array(lockRequest),
  }),
});

export const isLock = defineCall({
  path: '/api/page/isLock',
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary:
    'Get whether a page is being edited. The name of the editor is only returned to callers who may edit the page.',
  request: z.object({ page_id: id, lock_token: lockToken.optional() }),
  response: z.object({
    lock: bit,
    is_cur_user: bit,
    /** The lock has the lock_token of the request, so no other tab has taken it since. */
    is_cur_editor: bit,
    lock_username: z.string(),
    lock_name: z.string(),
    /** When the lock was taken; null if the page is not locked or the caller may only read it. */
    addtime: time.nullable(),
    /** For the lock holder: users who request the page. */
    asks: z.array(lockRequest),
    /** The state of the caller's own request. */
    ask: z.enum(['none', 'waiting', 'refused']),
  }),
});

export const askLock = defineCall({
  path: '/api/page/askLock',
  kind: 'command',
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Request a page from the user who is editing it.',
  limit: { per: 'user', times: 30, seconds: 300 },
  request: z.object({ page_id: id }),
  /** 0: no other user has the lock, so no request was stored. */
  response: z.object({ lock: bit }),
});

export const answerLock = defineCall({
  path: '/api/page/answerLock',
  kind: 'command',
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Hand a page over to a user who requested it, or decline.',
  request: z.object({ page_id: id, username: line(MAX_USERNAME_LENGTH), is_agreed: flag }),
  response: emptyObject,
});
