import { z } from 'zod';
import { itemToken } from './access.ts';
import { catalogName, catalogRow } from './catalog.entities.ts';
import { defineCall, file } from './define-call.ts';
import { itemMenu } from './item.entities.ts';
import { pageInfo } from './page.entities.ts';
import { MAX_PAGE_TITLE_LENGTH } from './limits.ts';
import { MAX_API_FILE_BYTES, MEGABYTE } from './file-size.ts';
import { id, idOrZero, line, emptyObject, position, text } from './wire.ts';

/** The open API: calls for scripts, authorized by the API key and token of one item. */

/** Also accepted in the headers `X-Api-Key` and `X-Api-Token`, never in a URL. */
const keys = { api_key: line(64).optional(), api_token: line(64).optional() };

/** Enough for a script that uploads a folder; stops runaway loops. Counted per item. */
const limit = { per: 'item', times: 600, seconds: 60 } as const;

/** 2 MB of Markdown; URL encoding multiplies the size of Chinese text. */
const CONTENT_BODY = 8 * MEGABYTE;
const title = line(MAX_PAGE_TITLE_LENGTH).pipe(z.string().min(1));
/** `a/b/c`. Line breaks come from shell scripts and are replaced by spaces. */
const catalogPath = text(1000)
  .transform((value) => value.replace(/[\r\n\t]+/g, ' ').trim())
  .default('');

export const updateItem = defineCall({
  path: '/api/open/updateItem',
  aliases: ['/api/item/updateByApi', '/api/open/updatePage'],
  kind: 'command',
  access: itemToken('edit'),
  scope: 'none',
  summary:
    'Create or update the page with this title in this catalog. A missing catalog is created.',
  limit,
  maxBody: CONTENT_BODY,
  request: z.object({
    ...keys,
    cat_name: catalogPath,
    /** Legacy: the name of one further level. */
    cat_name_sub: catalogPath,
    page_title: title,
    page_content: z.string().min(1),
    /** Absent: the position is unchanged; a new page comes last. */
    s_number: position.optional(),
  }),
  response: pageInfo,
});

export const getPage = defineCall({
  path: '/api/open/getPage',
  kind: 'query',
  access: itemToken('view', 'page_id'),
  scope: 'none',
  summary: 'Get a page by its id, or the first page with this title.',
  limit,
  request: z.object({
    ...keys,
    page_id: idOrZero.default(0),
    page_title: line(MAX_PAGE_TITLE_LENGTH).default(''),
  }),
  response: pageInfo,
});

export const deletePage = defineCall({
  path: '/api/open/deletePage',
  kind: 'command',
  audit: [],
  access: itemToken('edit', 'page_id'),
  scope: 'none',
  summary: 'Move a page to the recycle bin.',
  limit,
  request: z.object({ ...keys, page_id: id }),
  response: z.object({ page_id: z.int() }),
});

export const getCatalogTree = defineCall({
  path: '/api/open/getCatalogTree',
  kind: 'query',
  access: itemToken('view'),
  scope: 'none',
  summary: 'Get all catalogs and pages of the item, without page content.',
  limit,
  request: z.object({ ...keys }),
  response: itemMenu,
});

export const createCatalog = defineCall({
  path: '/api/open/createCatalog',
  kind: 'command',
  access: itemToken('edit'),
  scope: 'none',
  summary: 'Create a catalog.',
  limit,
  request: z.object({
    ...keys,
    cat_name: catalogName,
    parent_cat_id: idOrZero.default(0),
    s_number: position.optional(),
  }),
  response: catalogRow,
});

export const updateCatalog = defineCall({
  path: '/api/open/updateCatalog',
  kind: 'command',
  access: itemToken('edit', 'cat_id'),
  scope: 'none',
  summary: 'Rename a catalog or change its position.',
  limit,
  request: z.object({
    ...keys,
    cat_id: id,
    cat_name: catalogName.optional(),
    s_number: position.optional(),
  }),
  response: catalogRow,
});

export const deleteCatalog = defineCall({
  path: '/api/open/deleteCatalog',
  kind: 'command',
  audit: ['cat_id'],
  access: itemToken('edit', 'cat_id'),
  scope: 'none',
  summary: 'Delete a catalog and move its pages to the recycle bin.',
  limit,
  request: z.object({ ...keys, cat_id: id }),
  response: emptyObject,
});

export const uploadAttachment = defineCall({
  path: '/api/open/uploadAttachment',
  kind: 'command',
  access: itemToken('edit', 'page_id'),
  scope: 'none',
  summary: 'Upload a file to the item, and attach it to a page if one is given.',
  limit,
  transaction: 'own',
  file: 'file',
  request: z.object({ ...keys, page_id: idOrZero.default(0) }),
  response: z.object({
    file_id: z.int(),
    /** The absolute URL. */
    url: z.string(),
    /** Identifies the file, like `file_id`. */
    sign: z.string(),
  }),
});

export const deleteAttachment = defineCall({
  path: '/api/open/deleteAttachment',
  kind: 'command',
  audit: [],
  access: itemToken('edit'),
  scope: 'none',
  summary: 'Delete a file uploaded on behalf of the owner, by its id, sign or URL.',
  limit,
  request: z.object({
    ...keys,
    file_id: idOrZero.default(0),
    sign: line(64).default(''),
    file_url: line(1000).default(''),
  }),
  response: z.object({ file_id: z.int() }),
});

export const importFile = defineCall({
  path: '/api/open/importFile',
  kind: 'command',
  audit: [],
  access: itemToken('edit'),
  scope: 'none',
  summary:
    'Import an OpenAPI or Swagger description, a Postman collection or a Markdown zip. Pages that users changed are not overwritten.',
  limit: { per: 'item', times: 60, seconds: 600 },
  transaction: 'own',
  file: 'file',
  maxFileBytes: MAX_API_FILE_BYTES,
  request: z.object({ ...keys }),
  response: z.object({
    task_id: z.int(),
    /** False while a large import is still running. */
    is_done: z.boolean(),
    added: z.int(),
    changed: z.int(),
    /** Pages that users changed; they are not overwritten. */
    conflicts: z.int(),
    /** Content that could not be imported, one line each. */
    notes: z.array(z.string()),
  }),
});

export const updateDbItem = defineCall({
  path: '/api/open/updateDbItem',
  kind: 'command',
  access: itemToken('edit'),
  scope: 'none',
  summary: 'Create one page per database table from the output of a database client.',
  limit,
  errorFormat: 'text',
  maxBody: CONTENT_BODY,
  request: z.object({
    ...keys,
    table_info: z.string().min(1),
    table_detail: z.string().min(1),
    table_index: z.string().default(''),
    cat_name: catalogPath,
    s_number: position.optional(),
  }),
  response: file('text/plain; charset=utf-8'),
});

export const fromComments = defineCall({
  path: '/api/open/fromComments',
  kind: 'command',
  access: itemToken('edit'),
  scope: 'none',
  summary: 'Create one page per documentation comment in source code.',
  limit,
  errorFormat: 'text',
  maxBody: CONTENT_BODY,
  request: z.object({ ...keys, content: z.string().min(1) }),
  response: file('text/plain; charset=utf-8'),
});
