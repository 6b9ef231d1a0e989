import { z } from 'zod';
import { ownerOf, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { MAX_TEMPLATE_TITLE_LENGTH } from './limits.ts';
import { MEGABYTE } from './file-size.ts';
import { id, line, emptyObject, text, time } from './wire.ts';

export const getList = defineCall({
  path: '/api/template/getList',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the caller’s page templates, newest first.',
  request: z.object({}),
  response: z.array(
    z.object({
      id: z.int(),
      template_title: z.string(),
      template_content: z.string(),
      addtime: time,
    }),
  ),
});

export const save = defineCall({
  path: '/api/template/save',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Save a text as a page template.',
  maxBody: 2 * MEGABYTE,
  request: z.object({
    template_title: line(MAX_TEMPLATE_TITLE_LENGTH),
    template_content: text(200_000),
  }),
  response: z.object({ id: z.int() }),
});

const remove = defineCall({
  path: '/api/template/delete',
  kind: 'command',
  access: ownerOf('template', 'id'),
  scope: 'write',
  summary: 'Delete a template. Pages created from it are not affected.',
  request: z.object({ id }),
  response: emptyObject,
});

export { remove as delete };
