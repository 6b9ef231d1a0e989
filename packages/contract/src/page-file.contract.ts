import { z } from 'zod';
import { anyone, item, itemOrUser } from './access.ts';
import { attachedFile, uploadedFile } from './attachment.entities.ts';
import { defineCall, file } from './define-call.ts';
import { flag, id, idOrNew, idOrZero, emptyObject, shareKey } from './wire.ts';

/** Page 0 is a page that has not been saved yet. Without page and item, the file goes to the caller's library. */
const uploadTarget = z.object({ page_id: idOrNew, item_id: idOrZero.optional() });

export const upload = defineCall({
  path: '/api/page/upload',
  kind: 'command',
  access: itemOrUser('edit', 'page_id', 'item_id'),
  scope: 'write',
  summary: 'Upload a file and attach it to a page, or add it to the caller’s library.',
  transaction: 'own',
  file: 'file',
  topLevelFields: ['url'],
  request: uploadTarget,
  response: uploadedFile,
});

export const uploadImg = defineCall({
  path: '/api/page/uploadImg',
  kind: 'command',
  access: itemOrUser('edit', 'page_id', 'item_id'),
  scope: 'write',
  summary: 'Upload an image to a page or to the caller’s library: jpg, gif, png, bmp or webp.',
  transaction: 'own',
  file: 'editormd-image-file',
  topLevelFields: ['url'],
  request: uploadTarget,
  response: uploadedFile,
});

export const uploadList = defineCall({
  path: '/api/page/uploadList',
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary: 'List the files of a page, newest first.',
  request: z.object({
    page_id: id,
    /** Also checks whether each file still exists in the storage. */
    with_missing: flag.default(false),
  }),
  response: z.array(attachedFile),
});

export const uploadListByKey = defineCall({
  path: '/api/page/uploadListByKey',
  kind: 'query',
  access: anyone,
  scope: 'read',
  summary: 'List the files of a page by its single-page key, with URLs that expire after an hour.',
  request: z.object({ unique_key: shareKey }),
  response: z.array(attachedFile),
});

/** An archive is streamed, but occupies a connection and reads from the storage during the whole download. */
const ARCHIVE_LIMIT = { per: 'user', times: 60, seconds: 600 } as const;

export const downloadFiles = defineCall({
  path: '/api/page/downloadFiles',
  method: 'GET',
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary: 'Download the files of a page as a zip, up to 2 GB.',
  limit: ARCHIVE_LIMIT,
  request: z.object({ page_id: id }),
  response: file('application/zip'),
});

export const downloadFilesByKey = defineCall({
  path: '/api/page/downloadFilesByKey',
  method: 'GET',
  kind: 'query',
  access: anyone,
  scope: 'read',
  summary: 'Download the files of a page by its single-page key as a zip, up to 2 GB.',
  limit: ARCHIVE_LIMIT,
  request: z.object({ unique_key: shareKey }),
  response: file('application/zip'),
});

export const deleteUploadFile = defineCall({
  path: '/api/page/deleteUploadFile',
  kind: 'command',
  audit: ['file_id'],
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Delete a file that the caller uploaded.',
  request: z.object({ page_id: id, file_id: id }),
  response: emptyObject,
});
