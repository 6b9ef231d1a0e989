import { z } from 'zod';
import { anyone, item, ownerOf, user } from './access.ts';
import { treeMove } from './catalog.entities.ts';
import { defineCall } from './define-call.ts';
import {
  linkTarget,
  pageDraft,
  pageInfo,
  pageType,
  pageVersion,
  sharedPage,
} from './page.entities.ts';
import {
  MAX_CLOSED_DRAFTS,
  MAX_DRAFT_REVISION,
  MAX_KEYWORD_LENGTH,
  MAX_PAGE_TITLE_LENGTH,
  MAX_VERSION_COMMENT_LENGTH,
} from './limits.ts';
import { MEGABYTE } from './file-size.ts';
import {
  flag,
  id,
  idOrNew,
  idOrZero,
  integer,
  json,
  line,
  emptyObject,
  numeric,
  position,
  positions,
  selectedIds,
  shareKey,
} from './wire.ts';

/** 32 MB for a sheet plus the other fields; URL-encoded content takes up to three times its size. */
const CONTENT_BODY = 40 * MEGABYTE;

/** Drafts up to the last revision that the caller has seen: a newer text of another device is never removed. */
const seenDrafts = json(
  z
    .array(z.object({ draft_id: z.uuid(), revision: integer(0, MAX_DRAFT_REVISION) }))
    .max(MAX_CLOSED_DRAFTS),
);
/** The user of the editor. */
const editorUser = id.optional();

export const info = defineCall({
  path: '/api/page/info',
  alsoGet: true,
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary: 'Get a page with its content.',
  request: z.object({ page_id: id, with_html: flag.default(false) }),
  response: pageInfo,
});

export const infoByKey = defineCall({
  path: '/api/page/infoByKey',
  kind: 'query',
  access: anyone,
  scope: 'read',
  summary: 'Get a single page by its single-page key.',
  request: z.object({
    unique_key: shareKey,
    page_id: idOrZero.optional(),
    with_html: flag.default(false),
  }),
  response: sharedPage,
});

export const save = defineCall({
  path: '/api/page/save',
  kind: 'command',
  access: item('edit', 'page_id', 'item_id'),
  scope: 'write',
  summary: 'Save a page. A stale save returns a conflict and writes nothing.',
  transaction: 'own',
  maxBody: CONTENT_BODY,
  userField: 'uid',
  request: z.object({
    page_id: idOrNew,
    item_id: id.optional(),
    uid: editorUser,
    /** Absent: the catalog is unchanged; a new page is created at the root. */
    cat_id: idOrZero.optional(),
    /** Absent: unchanged. Empty, or absent for a new page: "untitled". */
    page_title: line(MAX_PAGE_TITLE_LENGTH).optional(),
    /** Absent: unchanged; a new page is empty. */
    page_content: z.string().optional(),
    /** For new pages only, default Markdown: the type of a page cannot change. */
    page_type: numeric(pageType).optional(),
    is_urlencode: flag.default(false),
    s_number: position.optional(),
    /**
     * For new pages only: the page of the same catalog that the new one follows. The new page comes last if this is
     * absent or no longer in the catalog.
     */
    after_page_id: id.optional(),
    /** A comment for the version that this save creates. */
    page_comments: line(MAX_VERSION_COMMENT_LENGTH).optional(),
    /**
     * The version that the caller's text is based on. Leaving it out switches the check for conflicts off: the save
     * overwrites whatever was saved meanwhile.
     */
    base_version: id.optional(),
    /** Idempotency key: for a day, the same id returns the same response and never creates a second page. */
    request_id: z.uuid().optional(),
    /** The caller's drafts that this save makes obsolete: they are removed in the same transaction. */
    closed_drafts: seenDrafts.optional(),
  }),
  response: z.object({ page_id: z.int(), version: z.int() }),
});

export const rename = defineCall({
  path: '/api/page/rename',
  kind: 'command',
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Rename a page. Like a save, this creates a version.',
  transaction: 'own',
  request: z.object({
    page_id: id,
    page_title: line(MAX_PAGE_TITLE_LENGTH).pipe(z.string().min(1)),
  }),
  response: z.object({ page_id: z.int(), version: z.int() }),
});

export const duplicate = defineCall({
  path: '/api/page/duplicate',
  kind: 'command',
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Create a copy of a page right after it, without its history and share link.',
  request: z.object({ page_id: id }),
  response: z.object({ page_id: z.int(), page_title: z.string() }),
});

export const move = defineCall({
  path: '/api/page/move',
  kind: 'command',
  audit: ['page_ids', 'to_item_id'],
  access: item('edit', 'item_id'),
  scope: 'write',
  summary: 'Move pages to a catalog of the same or another item, in the given order.',
  request: z.object({
    item_id: id,
    /** In their new order. */
    page_ids: selectedIds,
    /** Absent or 0: the item of the pages. */
    to_item_id: idOrZero.default(0),
    /** The target; 0 is the root. */
    cat_id: idOrZero.default(0),
    /**
     * The page before the first moved page; 0: they become the first. Absent: the last. If that page moves too, the
     * next one before it counts.
     */
    after_page_id: idOrZero.optional(),
  }),
  response: treeMove,
});

export const suggest = defineCall({
  path: '/api/page/suggest',
  kind: 'query',
  access: item('edit', 'item_id'),
  scope: 'read',
  summary:
    'Suggest pages to link to by a part of their title: first those of the item, then of other items of the caller.',
  request: z.object({
    item_id: id,
    /** Empty: the pages of the item that were changed last. */
    keyword: line(MAX_KEYWORD_LENGTH).default(''),
  }),
  response: z.array(linkTarget),
});

export const headings = defineCall({
  path: '/api/page/headings',
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary: 'List the headings of a page with the ids that links point to.',
  request: z.object({ page_id: id }),
  response: z.array(z.object({ level: z.int(), text: z.string(), id: z.string() })),
});

export const backlinks = defineCall({
  path: '/api/page/backlinks',
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary: 'List the pages that link to a page and that the caller may view, newest first.',
  request: z.object({ page_id: id }),
  response: z.object({ total: z.int(), pages: z.array(linkTarget) }),
});

export const sort = defineCall({
  path: '/api/page/sort',
  kind: 'command',
  access: item('edit', 'item_id'),
  scope: 'write',
  summary: 'Save the order of pages.',
  maxBody: MEGABYTE,
  request: z.object({ item_id: id, pages: positions }),
  response: emptyObject,
});

export const saveDraft = defineCall({
  path: '/api/page/saveDraft',
  kind: 'command',
  access: item('edit', 'page_id', 'item_id'),
  scope: 'write',
  summary: 'Keep unsaved text on the server as a private draft of the caller.',
  transaction: 'own',
  maxBody: CONTENT_BODY,
  userField: 'uid',
  request: z.object({
    page_id: idOrNew,
    item_id: id.optional(),
    uid: editorUser,
    /** Identifies the draft; the editor creates it, so that drafts of new pages have one too. */
    draft_id: z.uuid(),
    /** The catalog of a new page, or the one that the page is to be moved to; absent: unchanged. 0 is the root. */
    cat_id: idOrZero.optional(),
    page_title: line(MAX_PAGE_TITLE_LENGTH).default(''),
    page_content: z.string(),
    /** The type of a new page, default Markdown. */
    page_type: numeric(pageType).optional(),
    /** The version that the text is based on; absent for a new page. */
    base_version: id.optional(),
    /** Grows with each call of one editor; a late request never replaces newer text. */
    revision: integer(1, MAX_DRAFT_REVISION),
    /** Drafts that this one continues: they are removed if it is stored. */
    replaced_drafts: seenDrafts.optional(),
  }),
  /** False: the draft was saved or discarded, or the server has a newer revision. The text was not stored. */
  response: z.object({ is_kept: z.boolean() }),
});

export const drafts = defineCall({
  path: '/api/page/drafts',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the drafts of the caller without their text, newest first.',
  userField: 'uid',
  request: z.object({ uid: editorUser }),
  response: z.array(pageDraft.omit({ page_content: true })),
});

export const draftById = defineCall({
  path: '/api/page/draftById',
  kind: 'query',
  access: ownerOf('draft', 'draft_id'),
  scope: 'read',
  summary: 'Get a draft of the caller with its text.',
  userField: 'uid',
  request: z.object({ uid: editorUser, draft_id: z.uuid() }),
  response: pageDraft,
});

export const deleteDraft = defineCall({
  path: '/api/page/deleteDraft',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Discard a draft of the caller, also one that has not arrived yet.',
  userField: 'uid',
  request: z.object({
    uid: editorUser,
    draft_id: z.uuid(),
    /** The last revision that the caller has seen; a newer one is not discarded. Absent: any. */
    revision: integer(0, MAX_DRAFT_REVISION).optional(),
  }),
  response: emptyObject,
});

export const history = defineCall({
  path: '/api/page/history',
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary: 'List the previous versions of a page, newest first.',
  request: z.object({ page_id: id, content: flag.default(true) }),
  response: z.array(pageVersion),
});

export const updateHistoryComments = defineCall({
  path: '/api/page/updateHistoryComments',
  kind: 'command',
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Comment on a version. Versions with a comment are never deleted automatically.',
  request: z.object({
    page_id: id,
    page_history_id: id,
    page_comments: line(MAX_VERSION_COMMENT_LENGTH),
  }),
  response: emptyObject,
});

export const diff = defineCall({
  path: '/api/page/diff',
  kind: 'query',
  access: item('view', 'page_id'),
  scope: 'read',
  summary: 'Get a page and one of its previous versions.',
  request: z.object({ page_id: id, page_history_id: id }),
  response: z.object({
    page: pageInfo,
    history_page: pageVersion.required({ page_content: true }),
  }),
});

const remove = defineCall({
  path: '/api/page/delete',
  kind: 'command',
  audit: [],
  access: item('edit', 'page_id'),
  scope: 'write',
  summary: 'Move a page to the recycle bin.',
  request: z.object({ page_id: id }),
  response: emptyObject,
});

export const createSinglePage = defineCall({
  path: '/api/page/createSinglePage',
  kind: 'command',
  audit: ['isCreateSiglePage'],
  access: item('edit', 'page_id'),
  scope: 'write',
  readOnlyException: 'narrows',
  summary: 'Create the single-page address of a page, or revoke it.',
  request: z.object({ page_id: id, isCreateSiglePage: flag }),
  response: z.object({ unique_key: z.string() }),
});

export { remove as delete };
