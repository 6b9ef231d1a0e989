import { z } from 'zod';
import { item, user } from './access.ts';
import { catalogName, catalogRow, treeMove } from './catalog.entities.ts';
import { defineCall } from './define-call.ts';
import { menuCatalog, menuPage } from './item.entities.ts';
import { MEGABYTE } from './file-size.ts';
import { MAX_KEYWORD_LENGTH } from './limits.ts';
import {
  flag,
  id,
  idOrNew,
  idOrZero,
  json,
  emptyObject,
  MAX_SORTED_ROWS,
  line,
  optionalSelectedIds,
  position,
  selectedIds,
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
  scope: 'read',
  summary: 'Get the catalogs of an item as a tree.',
  request: z.object({ item_id: id }),
  response: z.array(catalogTree),
});

export const catListName = defineCall({
  path: '/api/catalog/catListName',
  kind: 'query',
  access: item('view', 'item_id'),
  scope: 'read',
  summary: 'List the catalogs of an item with their full paths: a / b / c.',
  request: z.object({ item_id: id }),
  response: z.array(catalogRow),
});

export const branch = defineCall({
  path: '/api/catalog/branch',
  kind: 'query',
  access: item('view', 'cat_id', 'item_id'),
  scope: 'read',
  summary:
    'Get one branch of the menu. For a large branch only the first level; further calls return the rest.',
  request: z.object({ item_id: id, cat_id: id }),
  response: z.object({ pages: z.array(menuPage), catalogs: z.array(menuCatalog) }),
});

export const getPagesBycat = defineCall({
  path: '/api/catalog/getPagesBycat',
  kind: 'query',
  access: item('edit', 'item_id'),
  scope: 'read',
  summary: 'List the pages of a catalog or of the root, in order.',
  request: z.object({ item_id: id, cat_id: idOrZero.default(0) }),
  response: z.array(z.object({ page_id: z.int(), page_title: z.string(), s_number: z.int() })),
});

export const save = defineCall({
  path: '/api/catalog/save',
  kind: 'command',
  access: item('edit', 'item_id'),
  scope: 'write',
  summary: 'Create, rename or move a catalog.',
  request: z.object({
    item_id: id,
    cat_id: idOrNew,
    /** Absent: the parent is unchanged; a new catalog is created at the root. */
    parent_cat_id: idOrZero.optional(),
    /** Absent: the name is unchanged. Required for a new catalog. */
    cat_name: catalogName.optional(),
    s_number: position.optional(),
    /** Idempotency key of a new catalog: a repeated request changes the catalog that the first one created. */
    request_id: z.uuid().optional(),
  }),
  response: catalogRow,
});

const remove = defineCall({
  path: '/api/catalog/delete',
  kind: 'command',
  audit: ['cat_id'],
  access: item('edit', 'cat_id', 'item_id'),
  scope: 'write',
  summary: 'Delete a catalog and move its pages to the recycle bin.',
  request: z.object({ item_id: id.optional(), cat_id: id }),
  response: emptyObject,
});

export const batUpdate = defineCall({
  path: '/api/catalog/batUpdate',
  kind: 'command',
  access: item('edit', 'item_id'),
  scope: 'write',
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
  scope: 'write',
  summary: 'Copy or move a catalog with its subtree, also to another item.',
  request: z.object({
    cat_id: id,
    new_p_cat_id: idOrZero.default(0),
    /** Absent or 0: the item of the catalog. */
    to_item_id: idOrZero.default(0),
    /** 0 copy, 1 move. */
    is_del: flag.default(false),
    /** The name of the copy; absent: the name of the original. A move keeps the name. */
    cat_name: catalogName.optional(),
  }),
  response: catalogRow,
});

export const search = defineCall({
  path: '/api/catalog/search',
  kind: 'query',
  access: user,
  scope: 'read',
  itemTokens: 'narrowed',
  summary: 'Find catalogs by name in the items where the caller may edit them, at most 50.',
  /** An empty keyword finds all. */
  request: z.object({ keyword: line(MAX_KEYWORD_LENGTH) }),
  response: z.array(
    z.object({
      item_id: z.int(),
      item_name: z.string(),
      cat_id: z.int(),
      /** The full path: a / b / c. */
      cat_name: z.string(),
      level: z.int(),
    }),
  ),
});

export const move = defineCall({
  path: '/api/catalog/move',
  kind: 'command',
  audit: ['cat_ids', 'page_ids', 'to_item_id'],
  access: item('edit', 'item_id'),
  scope: 'write',
  summary:
    'Move catalogs with their branches, and pages, to a catalog of the same or another item.',
  request: z.object({
    item_id: id,
    /** In their new order. A descendant of another selected catalog keeps its place in it. */
    cat_ids: selectedIds,
    /** Pages that move together with the catalogs. A page of a selected catalog keeps its place in it. */
    page_ids: optionalSelectedIds,
    /** Absent or 0: the item of the catalogs. */
    to_item_id: idOrZero.default(0),
    /** The target; 0 is the root. */
    parent_cat_id: idOrZero.default(0),
    /**
     * The sibling before the first moved catalog; 0: they become the first. Absent: the last. If that sibling moves
     * too, the next one before it counts.
     */
    after_cat_id: idOrZero.optional(),
    /** The same for the moved pages: the page of the target before the first of them. */
    after_page_id: idOrZero.optional(),
  }),
  response: treeMove,
});

export const undoMove = defineCall({
  path: '/api/catalog/undoMove',
  kind: 'command',
  audit: ['move_id'],
  access: item('edit', 'item_id'),
  scope: 'write',
  itemTokens: 'refused',
  summary: 'Undo a move of catalogs or pages within 10 minutes.',
  request: z.object({
    /** The item that the move took the catalogs or pages from. */
    item_id: id,
    move_id: z.uuid(),
  }),
  response: emptyObject,
});

export const deleteMany = defineCall({
  path: '/api/catalog/deleteMany',
  kind: 'command',
  audit: ['cat_ids', 'page_ids'],
  access: item('edit', 'item_id'),
  scope: 'write',
  summary: 'Delete catalogs and pages of an item together; all pages go to the recycle bin.',
  request: z.object({
    item_id: id,
    /** At least one of both lists. */
    cat_ids: optionalSelectedIds,
    page_ids: optionalSelectedIds,
  }),
  response: emptyObject,
});

export { remove as delete };
