import { z } from 'zod';
import { item } from './access.ts';
import { defineCall, file } from './define-call.ts';
import { id, idOrZero, integer } from './wire.ts';

export const read = defineCall({
  path: '/api/sheet/read',
  kind: 'query',
  access: item('edit', 'page_id', 'item_id'),
  summary: 'What a table file holds, as a page of type 1 would store it; nothing is written.',
  file: 'file',
  maxFileBytes: 16 * 1024 * 1024,
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({ page_id: idOrZero.default(0), item_id: id.optional() }),
  response: z.object({ page_content: z.string() }),
});

const exportSheet = defineCall({
  path: '/api/sheet/export',
  method: 'GET',
  kind: 'query',
  access: item('edit', 'page_id'),
  readOnlyException: 'copies',
  editDeniedError: 'noExportRight',
  summary:
    'A table as an Excel file with all its sheets, or one of its sheets as comma-separated text.',
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
