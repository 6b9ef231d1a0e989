import { z } from 'zod';
import { item } from './access.ts';
import { catalogName, catalogRow } from './catalog.entities.ts';
import { defineCall } from './define-call.ts';
import { menuCatalog, menuPage } from './item.entities.ts';
import { MEGABYTE } from './file-size.ts';
import {
  flag,
  id,
  idOrNew,
  idOrZero,
  json,
  emptyObject,
  MAX_SORTED_ROWS,
  position,
} from './wire.ts';

const catalogTree = catalogRow.extend({
  get catalogs() {
    return z.array(catalogTree);
  },
});

export const catListGroup = defineCall({
  path: '/api/catalog/catListGroup',
  kind: 'query',
  access: item('view', 'item_id'),
  summary: 'Get the catalogs of an item as a tree.',
  request: z.object({ item_id: id }),
  response: z.array(catalogTree),
});

export const catListName = defineCall({
  path: '/api/catalog/catListName',
  kind: 'query',
  access: item('view', 'item_id'),
  summary: 'List the catalogs of an item with their full paths: a / b / c.',
  request: z.object({ item_id: id }),
  response: z.array(catalogRow),
});

export const branch = defineCall({
  path: '/api/catalog/branch',
  kind: 'query',
  access: item('view', 'cat_id', 'item_id'),
  summary:
    'Get one branch of the menu. For a large branch only the first level; further calls return the rest.',
  request: z.object({ item_id: id, cat_id: id }),
  response: z.object({ pages: z.array(menuPage), catalogs: z.array(menuCatalog) }),
});

export const getPagesBycat = defineCall({
  path: '/api/catalog/getPagesBycat',
  kind: 'query',
  access: item('edit', 'item_id'),
  summary: 'List the pages of a catalog or of the root, in order.',
  request: z.object({ item_id: id, cat_id: idOrZero.default(0) }),
  response: z.array(z.object({ page_id: z.int(), page_title: z.string(), s_number: z.int() })),
});

export const save = defineCall({
  path: '/api/catalog/save',
  kind: 'command',
  access: item('edit', 'item_id'),
  summary: 'Create, rename or move a catalog.',
  request: z.object({
    item_id: id,
    cat_id: idOrNew,
    /** Absent: the parent is unchanged; a new catalog is created at the root. */
    parent_cat_id: idOrZero.optional(),
    /** Absent: the name is unchanged. Required for a new catalog. */
    cat_name: catalogName.optional(),
    s_number: position.optional(),
  }),
  response: catalogRow,
});

const remove = defineCall({
  path: '/api/catalog/delete',
  kind: 'command',
  audit: ['cat_id'],
  access: item('edit', 'cat_id', 'item_id'),
  summary: 'Delete a catalog and move its pages to the recycle bin.',
  request: z.object({ item_id: id.optional(), cat_id: id }),
  response: emptyObject,
});

export const batUpdate = defineCall({
  path: '/api/catalog/batUpdate',
  kind: 'command',
  access: item('edit', 'item_id'),
  summary: 'Save the whole catalog tree after dragging, in one transaction.',
  maxBody: 4 * MEGABYTE,
  request: z.object({
    item_id: id,
    cats: json(
      z
        .array(
          z.object({
            cat_id: id,
            cat_name: catalogName.optional(),
            parent_cat_id: idOrZero.optional(),
            s_number: position.optional(),
          }),
        )
        .max(MAX_SORTED_ROWS),
    ),
  }),
  response: emptyObject,
});

export const copy = defineCall({
  path: '/api/catalog/copy',
  kind: 'command',
  audit: ['cat_id', 'to_item_id', 'is_del'],
  access: item('edit', 'cat_id'),
  summary: 'Copy or move a catalog with its subtree, also to another item.',
  request: z.object({
    cat_id: id,
    new_p_cat_id: idOrZero.default(0),
    /** Absent or 0: the item of the catalog. */
    to_item_id: idOrZero.default(0),
    /** 0 copy, 1 move. */
    is_del: flag.default(false),
  }),
  response: catalogRow,
});

export { remove as delete };
