import { z } from 'zod';
import { item } from './access.ts';
import { defineCall, file } from './define-call.ts';
import { MEGABYTE } from './file-size.ts';
import { id, idOrZero, integer } from './wire.ts';

export const read = defineCall({
  path: '/api/sheet/read',
  kind: 'query',
  access: item('edit', 'page_id', 'item_id'),
  scope: 'read',
  summary: 'Convert a spreadsheet file to the content of a page of type 1. Nothing is saved.',
  file: 'file',
  maxFileBytes: 16 * MEGABYTE,
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({ page_id: idOrZero.default(0), item_id: id.optional() }),
  response: z.object({ page_content: z.string() }),
});

const exportSheet = defineCall({
  path: '/api/sheet/export',
  method: 'GET',
  kind: 'query',
  access: item('edit', 'page_id'),
  scope: 'export',
  readOnlyException: 'copies',
  editDeniedError: 'noExportRight',
  summary: 'Export a table as an Excel file with all sheets, or one sheet as CSV.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({
    page_id: id,
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    /** For csv: the index of the sheet, from 0. */
    sheet: integer(0, 99).default(0),
  }),
  response: file('application/octet-stream'),
});

export { exportSheet as export };
