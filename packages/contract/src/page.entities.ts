import { z } from 'zod';
import { MARKDOWN_PAGE, SHEET_PAGE } from './page-type.ts';
import { time } from './wire.ts';

export const pageType = z.literal([MARKDOWN_PAGE, SHEET_PAGE]);

export const outlineEntry = z.object({ id: z.string(), level: z.int(), text: z.string() });
export type OutlineEntry = z.output<typeof outlineEntry>;

/** Added by with_html=1; rendered once per version. */
const rendered = {
  html: z.string().optional(),
  outline: z.array(outlineEntry).optional(),
};

const pageBody = {
  page_id: z.int(),
  page_title: z.string(),
  page_content: z.string(),
  page_type: pageType,
  version: z.int(),
  author_username: z.string(),
  addtime: time,
  page_addtime: time,
  attachment_count: z.int(),
};

export const pageInfo = z.object({
  ...pageBody,
  ...rendered,
  item_id: z.int(),
  cat_id: z.int(),
  s_number: z.int(),
  /** The note of the current version. */
  page_comments: z.string(),
  /** Only for callers who may edit; empty if the page is not shared. */
  unique_key: z.string().optional(),
});
export type PageInfo = z.output<typeof pageInfo>;

/** A shared page contains no data of its item. */
export const sharedPage = z.object({ ...pageBody, ...rendered });

export const pageVersion = z.object({
  page_history_id: z.int(),
  page_id: z.int(),
  page_title: z.string(),
  version: z.int(),
  author_username: z.string(),
  addtime: time,
  page_comments: z.string(),
  page_content: z.string().optional(),
});
export type PageVersion = z.output<typeof pageVersion>;

/** A page that a link points to or comes from. */
export const linkTarget = z.object({
  page_id: z.int(),
  page_title: z.string(),
  method: z.string(),
  page_type: pageType,
  item_id: z.int(),
  item_name: z.string(),
  /** The path of its catalog: a / b / c; empty at the root. */
  cat_path: z.string(),
});
export type LinkTarget = z.output<typeof linkTarget>;

/** Unsaved text of one user; only that user can see it. */
export const pageDraft = z.object({
  draft_id: z.string(),
  /** 0 for a new page. */
  page_id: z.int(),
  item_id: z.int(),
  /** The name when the text was stored. */
  item_name: z.string(),
  /** Null if the user has not changed the catalog of the page. */
  cat_id: z.int().nullable(),
  page_title: z.string(),
  page_type: pageType,
  page_content: z.string(),
  /** 0 for a new page. */
  base_version: z.int(),
  revision: z.int(),
  /** When the text was stored. */
  addtime: time,
});
export type PageDraft = z.output<typeof pageDraft>;
