import { z } from 'zod';
import { admin, auditor } from './access.ts';
import { defineCall } from './define-call.ts';
import { MAX_NOTICE_LENGTH, MAX_NOTICE_TITLE_LENGTH } from './limits.ts';
import { id, line, emptyObject, text, time } from './wire.ts';

export const getList = defineCall({
  path: '/api/adminNotice/getList',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the announcements, newest first, with the number of users who read each.',
  request: z.object({}),
  response: z.array(
    z.object({
      notice_id: z.int(),
      notice_title: z.string(),
      notice_content: z.string(),
      notice_time: time,
      read_count: z.int(),
    }),
  ),
});

export const announce = defineCall({
  path: '/api/adminNotice/announce',
  kind: 'command',
  audit: ['notice_title'],
  access: admin,
  scope: 'admin',
  summary: 'Publish an announcement to all existing accounts.',
  request: z.object({
    notice_title: line(MAX_NOTICE_TITLE_LENGTH),
    notice_content: text(MAX_NOTICE_LENGTH),
  }),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/adminNotice/delete',
  kind: 'command',
  audit: ['notice_id'],
  access: admin,
  scope: 'admin',
  summary: 'Withdraw an announcement for all users.',
  request: z.object({ notice_id: id }),
  response: emptyObject,
});

export { remove as delete };
