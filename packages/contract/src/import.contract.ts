import { z } from 'zod';
import { ownerOf, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { MAX_IMPORT_BYTES, MEGABYTE } from './file-size.ts';
import { flag, id, idOrNew, json, time, integer } from './wire.ts';

const importAction = z.enum(['add', 'change', 'conflict', 'keep', 'left']);
const importChoice = z.enum(['mine', 'file', 'both']);

/** The state of an import, and what it will change or has changed. */
const progress = z.object({
  task_id: z.int(),
  /** 0 until the item exists. */
  item_id: z.int(),
  item_name: z.string(),
  file_name: z.string(),
  step: z.enum(['plan', 'apply', 'undo']),
  state: z.enum(['waiting', 'running', 'planned', 'done', 'failed', 'undone', 'stopped']),
  done: z.int(),
  total: z.int(),
  /** Why the import failed, in the caller's language. */
  error: z.string(),
  counts: z.object({
    add: z.int(),
    change: z.int(),
    conflict: z.int(),
    keep: z.int(),
    left: z.int(),
  }),
  /** The item changed after the plan was made. Nothing was written, and this is a new plan. */
  is_again: z.boolean(),
  added: z.int(),
  changed: z.int(),
  new_catalogs: z.int(),
  /** Pages that an undo moved to the recycle bin, restored, or skipped because they were edited after the import. */
  recycled: z.int(),
  restored: z.int(),
  skipped: z.int(),
  /** False if the item's pages cannot be removed: a single-page item, a table item or a read-only item. */
  is_undoable: z.boolean(),
  /** Content that could not be imported, one line each. */
  notes: z.array(z.string()),
  addtime: time,
  end_time: time.nullable(),
});

export const auto = defineCall({
  path: '/api/import/auto',
  kind: 'command',
  audit: ['item_id'],
  access: user,
  scope: 'import',
  itemTokens: 'narrowed',
  summary:
    'Import an OpenAPI or Swagger description, a Postman collection or a Markdown archive as a new item or into an existing one.',
  transaction: 'own',
  file: 'file',
  maxFileBytes: MAX_IMPORT_BYTES,
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({
    /** 0 for a new item. Pages that users changed after the last import are not overwritten. */
    item_id: idOrNew,
  }),
  response: z.object({
    task_id: z.int(),
    /** Absent while the import is running; poll import/status for the result. */
    item_id: z.int().optional(),
    item_name: z.string(),
    page_count: z.int(),
    /** Content that could not be imported, one line each. */
    notes: z.array(z.string()),
  }),
});

export const plan = defineCall({
  path: '/api/import/plan',
  kind: 'command',
  access: user,
  scope: 'import',
  itemTokens: 'narrowed',
  summary: 'Plan an import without writing anything.',
  transaction: 'own',
  file: 'file',
  maxFileBytes: MAX_IMPORT_BYTES,
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({ item_id: idOrNew }),
  response: progress,
});

export const apply = defineCall({
  path: '/api/import/apply',
  kind: 'command',
  audit: ['task_id'],
  access: ownerOf('task', 'task_id'),
  scope: 'import',
  summary: 'Apply the plan of an import.',
  transaction: 'own',
  maxBody: MEGABYTE,
  request: z.object({
    task_id: id,
    /** For each conflict, by its number in the plan: the existing page, the page of the file, or both. */
    choices: json(z.record(z.string().regex(/^\d{1,6}$/), importChoice)).default({}),
    /** For conflicts that are not in `choices`. */
    other_choices: importChoice.optional(),
  }),
  response: progress,
});

export const undo = defineCall({
  path: '/api/import/undo',
  kind: 'command',
  audit: ['task_id'],
  access: ownerOf('task', 'task_id'),
  scope: 'import',
  summary: 'Undo an import: added pages move to the recycle bin, changed pages are restored.',
  transaction: 'own',
  request: z.object({ task_id: id }),
  response: progress,
});

export const status = defineCall({
  path: '/api/import/status',
  kind: 'query',
  access: ownerOf('task', 'task_id'),
  scope: 'import',
  summary: 'Get the progress of an import and a part of its plan.',
  request: z.object({
    task_id: id,
    action: importAction.optional(),
    /** Only entries that an undo skipped. */
    is_skipped: flag.default(false),
    page: integer(1, 100_000).default(1),
    /** 0 for the counts only. */
    count: integer(0, 200).default(0),
  }),
  response: progress.extend({
    list: z.array(
      z.object({
        /** The number of the entry in the plan. */
        at: z.int(),
        action: importAction,
        choice: importChoice.nullable(),
        cat_name: z.string(),
        page_title: z.string(),
        page_id: z.int().nullable(),
        /** The author of the current version. */
        author_username: z.string(),
        is_skipped: z.boolean(),
        /** Whether import/compare can show the entry; not for every added page of very large imports. */
        is_shown: z.boolean(),
      }),
    ),
    /** The total number of entries that match the filter. */
    entries: z.int(),
  }),
});

/** One version of a page. */
const pageContent = z.object({
  page_title: z.string(),
  page_content: z.string(),
});

/** A stored version, with its author and time. */
const storedContent = pageContent.extend({ author_username: z.string(), addtime: time });

export const compare = defineCall({
  path: '/api/import/compare',
  kind: 'query',
  access: ownerOf('task', 'task_id'),
  scope: 'import',
  summary: 'Get the current and the imported version of a page in an import plan.',
  request: z.object({
    task_id: id,
    /** The number of the entry in the plan. */
    at: integer(0, 1_000_000),
  }),
  response: z.object({
    /** 0 for a page that does not exist yet. */
    page_id: z.int(),
    page_type: z.int(),
    action: importAction,
    now: storedContent.nullable(),
    /** Links to files that are not uploaded yet use their names in the archive. */
    file: pageContent,
    /** The version written by the last import; null if there was none or its version is no longer stored. */
    imported: storedContent.nullable(),
  }),
});
