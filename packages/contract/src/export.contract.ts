import { z } from 'zod';
import { item } from './access.ts';
import { defineCall, file } from './define-call.ts';
import { id, idOrZero } from './wire.ts';

/** More pages than these are written by a task. */
export const MOST_PAGES_AT_ONCE = 500;

/** All of an item, one catalog with all below it, or one page. */
const part = z.object({
  item_id: id,
  cat_id: idOrZero.default(0),
  page_id: idOrZero.default(0),
});

const door = {
  kind: 'command',
  audit: ['cat_id', 'page_id'],
  access: item('edit', 'page_id', 'cat_id', 'item_id'),
  archived: 'allowed',
  withoutEdit: 'noExportRight',
  transaction: 'own',
  limit: { per: 'user', times: 60, seconds: 600 },
} as const;

export const word = defineCall({
  path: '/api/export/word',
  method: 'GET',
  ...door,
  summary: 'An item, a catalog or a page as a Word document; more than 500 pages as a task.',
  request: part,
  response: file('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
});

export const markdown = defineCall({
  path: '/api/export/markdown',
  method: 'GET',
  ...door,
  summary: 'The same as a zip of Markdown files with everything they show.',
  request: part,
  response: file('application/zip'),
});
