import { z } from 'zod';
import { item, ownerOf, user } from './access.ts';
import { defineCall, file } from './define-call.ts';
import { exportFormats } from './export-format.ts';
import { id, idOrZero } from './wire.ts';

/** Exports with more pages run as a background task. */
export const MAX_DIRECT_EXPORT_PAGES = 500;

/** A whole item, a catalog with its subtree, or one page. */
const exportScope = z.object({
  item_id: id,
  cat_id: idOrZero.default(0),
  page_id: idOrZero.default(0),
});

const exportOptions = {
  kind: 'command',
  audit: ['cat_id', 'page_id'],
  access: item('edit', 'page_id', 'cat_id', 'item_id'),
  scope: 'export',
  readOnlyException: 'copies',
  editDeniedError: 'noExportRight',
  transaction: 'own',
  limit: { per: 'user', times: 60, seconds: 600 },
} as const;

export const word = defineCall({
  path: '/api/export/word',
  method: 'GET',
  ...exportOptions,
  summary:
    'Export an item, a catalog or a page as a Word document. More than 500 pages run as a task.',
  request: exportScope,
  response: file('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
});

export const markdown = defineCall({
  path: '/api/export/markdown',
  method: 'GET',
  ...exportOptions,
  summary:
    'Export an item, a catalog or a page as a zip of Markdown files with their images and attachments.',
  request: exportScope,
  response: file('application/zip'),
});

export const html = defineCall({
  path: '/api/export/html',
  method: 'GET',
  ...exportOptions,
  summary:
    'Export an item, a catalog or a page as a zip with a static website that has offline search.',
  request: exportScope,
  response: file('application/zip'),
});

export const openapi = defineCall({
  path: '/api/export/openapi',
  method: 'GET',
  ...exportOptions,
  summary: 'Export the API documents as one OpenAPI 3.1 file, which lists the other pages by name.',
  request: exportScope,
  response: file('application/octet-stream'),
});

export const forms = defineCall({
  path: '/api/export/forms',
  kind: 'query',
  access: user,
  scope: 'export',
  itemTokens: 'narrowed',
  summary: 'List the export formats of this site. PDF requires Chromium.',
  request: z.object({}),
  response: z.object({ formats: z.array(z.enum(exportFormats)) }),
});

export const begin = defineCall({
  path: '/api/export/begin',
  ...exportOptions,
  audit: ['format', 'cat_id', 'page_id'],
  summary: 'Start an export of an item, a catalog or a page as a background task.',
  request: exportScope.extend({ format: z.enum(exportFormats) }),
  response: z.object({ task_id: z.int() }),
});

export const status = defineCall({
  path: '/api/export/status',
  kind: 'query',
  access: ownerOf('task', 'task_id'),
  scope: 'export',
  summary: 'Get the progress of an export.',
  request: z.object({ task_id: id }),
  response: z.object({
    task_id: z.int(),
    item_id: z.int(),
    format: z.enum(exportFormats),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped']),
    /** Numbers of pages. */
    done: z.int(),
    total: z.int(),
    /** Why the export failed. */
    reason: z.string(),
    file_name: z.string(),
    file_size: z.int(),
  }),
});

export const download = defineCall({
  path: '/api/export/download',
  method: 'GET',
  kind: 'query',
  access: ownerOf('task', 'task_id'),
  scope: 'export',
  summary:
    'Download the file of an export; only for the user who started it and can still edit the item.',
  request: z.object({ task_id: id }),
  response: file('application/octet-stream'),
});
