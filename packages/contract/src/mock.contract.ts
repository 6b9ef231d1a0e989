import { z } from 'zod';
import { item } from './access.ts';
import { defineCall } from './define-call.ts';
import { MAX_MOCK_PATH_LENGTH } from './limits.ts';
import { MEGABYTE } from './file-size.ts';
import { bit, flag, id, line, emptyObject, text } from './wire.ts';

const template = text(100_000);

export const add = defineCall({
  path: '/api/mock/add',
  kind: 'command',
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Save the response template of a page’s mock; an absent path is unchanged.',
  transaction: 'own',
  maxBody: MEGABYTE,
  request: z.object({
    page_id: id,
    template,
    /** Absent: unchanged; `/` for a new mock. */
    path: line(MAX_MOCK_PATH_LENGTH).optional(),
  }),
  response: z.object({ page_id: z.int(), path: z.string(), unique_key: z.string() }),
});

export const infoByPageId = defineCall({
  path: '/api/mock/infoByPageId',
  kind: 'query',
  access: item('edit', 'page_id'),
  scope: 'read',
  summary: 'Get the mock of a page; the fields are empty if it has none.',
  request: z.object({ page_id: id }),
  response: z.object({
    page_id: z.int(),
    template: z.string(),
    path: z.string(),
    unique_key: z.string(),
    is_private: bit,
    /** Whether the mocks of a private item are reachable by their paths. */
    is_path_open: bit,
    /** Only the owner may change `is_path_open`. */
    is_owner: bit,
  }),
});

export const sample = defineCall({
  path: '/api/mock/sample',
  kind: 'query',
  access: item('edit', 'page_id'),
  scope: 'read',
  summary: 'Preview the response of a mock template. Nothing is saved.',
  maxBody: MEGABYTE,
  limit: { per: 'user', times: 600, seconds: 60 },
  request: z.object({ page_id: id, template }),
  response: z.object({ sample: z.string() }),
});

export const openPath = defineCall({
  path: '/api/mock/openPath',
  kind: 'command',
  audit: ['is_open'],
  access: item('own', 'item_id'),
  scope: 'write',
  summary: 'Allow or forbid calling the mocks of a private item by path without authentication.',
  request: z.object({ item_id: id, is_open: flag }),
  response: emptyObject,
});
