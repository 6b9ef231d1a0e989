import { homePage } from '@octavo/contract/entities';
import { z } from 'zod';

/** Everything an administrator can set, with what holds until they do. */
export const siteSettings = z.object({
  register_open: z.boolean().default(true),
  home_page: homePage.default(1),
  home_item: z.string().default(''),
  /** Off: people find only colleagues and exact usernames. */
  user_directory: z.boolean().default(true),
  /** Off: search engines are asked to stay away, and there is no sitemap. */
  robots_open: z.boolean().default(true),
  /** Former versions kept of each page, beside those with a comment. */
  history_version_count: z.int().min(1).max(1000).default(20),
});

export type SiteSettings = z.output<typeof siteSettings>;
