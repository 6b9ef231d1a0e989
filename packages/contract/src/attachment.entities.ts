import { z } from 'zod';
import { time } from './wire.ts';

/** `url` is a path without a host, so it stays valid when the domain of the site changes. */
export const uploadedFile = z.object({
  file_id: z.int(),
  url: z.string(),
  display_name: z.string(),
  file_type: z.string(),
});

export const pageFile = z.object({
  ...uploadedFile.shape,
  /** 0 for a file of a personal library. */
  item_id: z.int(),
  /** Bytes; file_size_m is the same in megabytes. */
  file_size: z.int(),
  file_size_m: z.number(),
  visit_times: z.int(),
  /** The uploader; empty if the account was deleted. */
  username: z.string(),
  addtime: time,
});
export type PageFile = z.output<typeof pageFile>;

/** A file attached to a page. */
export const attachedFile = pageFile.extend({
  /** The file is missing in the storage; only set if the request asks for this check. */
  is_missing: z.boolean().optional(),
});
export type AttachedFile = z.output<typeof attachedFile>;

/** A file as listed in the console: with the number of pages that show it, but not the pages. */
export const siteFile = pageFile.extend({ page_count: z.int() });
export type SiteFile = z.output<typeof siteFile>;
