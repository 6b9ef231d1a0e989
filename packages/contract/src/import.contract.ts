import { z } from 'zod';
import { user } from './access.ts';
import { defineCall } from './define-call.ts';

export const auto = defineCall({
  path: '/api/import/auto',
  kind: 'command',
  audit: [],
  access: user,
  summary: 'Make an item of an OpenAPI or Swagger description or a Postman collection.',
  transaction: 'own',
  file: 'file',
  fileBytes: 32 * 1024 * 1024,
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({}),
  response: z.object({
    item_id: z.int(),
    item_name: z.string(),
    page_count: z.int(),
    /** What the pages could not say, one line each. */
    notes: z.array(z.string()),
  }),
});
