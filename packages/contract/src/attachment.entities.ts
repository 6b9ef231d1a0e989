import { z } from 'zod';
import { time } from './wire.ts';

/** The address is a path of this site: it outlives a change of the domain. */
export const uploaded = z.object({
  file_id: z.int(),
  url: z.string(),
  display_name: z.string(),
  file_type: z.string(),
});

export const pageFile = z.object({
  ...uploaded.shape,
  /** 0 for one of a personal library. */
  item_id: z.int(),
  /** Bytes; file_size_m is the same in megabytes. */
  file_size: z.int(),
  file_size_m: z.number(),
  visit_times: z.int(),
  /** Empty when the account is gone. */
  username: z.string(),
  addtime: time,
});
export type PageFile = z.output<typeof pageFile>;

/** A file in the list of a page. */
export const attachedFile = pageFile.extend({
  /** The store has lost it; only told on request. */
  is_missing: z.boolean().optional(),
});
export type AttachedFile = z.output<typeof attachedFile>;

/** A file as the administrator sees it: not the pages, but how many show it. */
export const siteFile = pageFile.extend({ page_count: z.int() });
export type SiteFile = z.output<typeof siteFile>;
