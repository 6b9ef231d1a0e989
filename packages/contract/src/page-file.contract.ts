import { z } from 'zod';
import { item, itemOrUser } from './access.ts';
import { pageFile, uploaded } from './attachment.entities.ts';
import { defineCall } from './define-call.ts';
import { id, idOrNew, idOrZero, nothing } from './wire.ts';

/** Page 0 is one that has not been saved yet; without page and item the file goes to the own library. */
const place = z.object({ page_id: idOrNew, item_id: idOrZero.optional() });

export const upload = defineCall({
  path: '/api/page/upload',
  kind: 'command',
  access: itemOrUser('edit', 'page_id', 'item_id'),
  summary: 'Attach a file to a page, or put it into the own library.',
  transaction: 'own',
  file: 'file',
  beside: ['url'],
  request: place,
  response: uploaded,
});

export const uploadImg = defineCall({
  path: '/api/page/uploadImg',
  kind: 'command',
  access: itemOrUser('edit', 'page_id', 'item_id'),
  summary: 'Put a picture into a page or the own library: jpg, gif, png, bmp or webp.',
  transaction: 'own',
  file: 'editormd-image-file',
  beside: ['url'],
  request: place,
  response: uploaded,
});

export const uploadList = defineCall({
  path: '/api/page/uploadList',
  kind: 'query',
  access: item('view', 'page_id'),
  summary: 'The files of a page, newest first.',
  request: z.object({ page_id: id }),
  response: z.array(pageFile),
});

export const deleteUploadFile = defineCall({
  path: '/api/page/deleteUploadFile',
  kind: 'command',
  audit: ['file_id'],
  access: item('edit', 'page_id'),
  summary: 'Delete a file that one has uploaded.',
  request: z.object({ page_id: id, file_id: id }),
  response: nothing,
});
