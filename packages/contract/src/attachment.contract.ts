import { z } from 'zod';
import { admin, auditor, item, ownerOf, user } from './access.ts';
import { pageFile, siteFile, uploadedFile } from './attachment.entities.ts';
import { defineCall } from './define-call.ts';
import { ADMIN_PAGE_SIZE, LIBRARY_PAGE_SIZE, MAX_FILE_NAME_LENGTH } from './limits.ts';
import { ALL_FILES, IMAGE_FILES, OTHER_FILES } from './attachment-type.ts';
import { id, line, emptyObject, numeric, integer, username, pageNumber } from './wire.ts';

export const upload = defineCall({
  path: '/api/attachment/upload',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Upload a file to the caller’s library.',
  transaction: 'own',
  file: 'file',
  topLevelFields: ['url'],
  request: z.object({}),
  response: uploadedFile,
});

const attachmentType = numeric(z.literal([ALL_FILES, 0, IMAGE_FILES, OTHER_FILES])).default(
  ALL_FILES,
);

const listFilter = {
  attachment_type: attachmentType,
  /** Matches a part of the name. */
  display_name: line(MAX_FILE_NAME_LENGTH).default(''),
  page: pageNumber,
};

const count = (defaultCount: number) => integer(1, 100).default(defaultCount);

export const getMyList = defineCall({
  path: '/api/attachment/getMyList',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the caller’s files, newest first, with the used storage and this month’s traffic.',
  request: z.object({ ...listFilter, count: count(LIBRARY_PAGE_SIZE) }),
  response: z.object({
    list: z.array(pageFile),
    total: z.int(),
    /** Bytes; used_m and used_flow_m are the same in megabytes. */
    used: z.int(),
    used_flow: z.int(),
    used_m: z.number(),
    used_flow_m: z.number(),
  }),
});

export const getPages = defineCall({
  path: '/api/attachment/getPages',
  kind: 'query',
  access: ownerOf('attachment', 'file_id'),
  scope: 'read',
  summary:
    'List the pages that show a file of the caller. Pages that the caller cannot read are only counted.',
  request: z.object({ file_id: id }),
  response: z.object({
    list: z.array(
      z.object({
        page_id: z.int(),
        page_title: z.string(),
        item_id: z.int(),
        item_name: z.string(),
      }),
    ),
    others: z.int(),
  }),
});

export const deleteMyAttachment = defineCall({
  path: '/api/attachment/deleteMyAttachment',
  kind: 'command',
  audit: ['file_id'],
  access: ownerOf('attachment', 'file_id'),
  scope: 'write',
  summary: 'Delete a file that the caller uploaded, on all pages that show it.',
  request: z.object({ file_id: id }),
  response: emptyObject,
});

export const bindingPage = defineCall({
  path: '/api/attachment/bindingPage',
  kind: 'command',
  access: item('edit', 'page_id'),
  scope: 'write',
  itemTokens: 'refused',
  summary: 'Attach a file of the caller to a page. Readers of the page can then open it.',
  request: z.object({ file_id: id, page_id: id }),
  response: emptyObject,
});

export const getAllList = defineCall({
  path: '/api/attachment/getAllList',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the files of all users, newest first.',
  request: z.object({
    ...listFilter,
    username: username.default(''),
    count: count(ADMIN_PAGE_SIZE),
  }),
  response: z.object({
    list: z.array(siteFile),
    /** At most 1000 when a filter by name is set. */
    total: z.int(),
    /** Bytes; used_m is the same in megabytes. */
    used: z.int(),
    used_m: z.number(),
  }),
});

export const deleteAttachment = defineCall({
  path: '/api/attachment/deleteAttachment',
  kind: 'command',
  audit: ['file_id'],
  access: admin,
  scope: 'admin',
  summary: 'Delete a file of any user.',
  request: z.object({ file_id: id }),
  response: emptyObject,
});
