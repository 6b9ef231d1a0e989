import { z } from 'zod';
import { ownerOf, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { notice } from './notice.entities.ts';
import { MAX_NOTICE_LENGTH } from './limits.ts';
import { id, emptyObject, text, integer } from './wire.ts';

export const getList = defineCall({
  path: '/api/notice/getList',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the caller’s notices, newest first, in the caller’s language.',
  request: z.object({
    notice_type: z.enum(['all', 'unread']).default('all'),
    count: integer(1, 100).default(20),
    page: integer(1, 10_000).default(1),
  }),
  response: z.object({
    list: z.array(notice),
    /** The numbers of all and of unread notices, independent of `notice_type`. */
    total: z.int(),
    unread: z.int(),
  }),
});

export const setRead = defineCall({
  path: '/api/notice/setRead',
  kind: 'command',
  access: ownerOf('notice', 'notice_id'),
  scope: 'write',
  summary: 'Mark a notice as read.',
  request: z.object({ notice_id: id }),
  response: emptyObject,
});

export const setAllRead = defineCall({
  path: '/api/notice/setAllRead',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Mark all notices of the caller as read.',
  request: z.object({}),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/notice/delete',
  kind: 'command',
  access: ownerOf('notice', 'notice_id'),
  scope: 'write',
  summary: 'Delete a notice. An announcement is only deleted for the caller.',
  request: z.object({ notice_id: id }),
  response: emptyObject,
});

export const feedback = defineCall({
  path: '/api/notice/feedback',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Send feedback to the administrators; each of them gets a notice.',
  limit: { per: 'user', times: 10, seconds: 3600 },
  request: z.object({ content: text(MAX_NOTICE_LENGTH) }),
  response: emptyObject,
});

export { remove as delete };
