import { homePage } from '@octavo/contract/entities';
import { z } from 'zod';

/** Everything an administrator can set, with what holds until they do. */
export const siteSettings = z.object({
  register_open: z.boolean().default(true),
  home_page: homePage.default(1),
  home_item: z.string().default(''),
  /** Off: people find only colleagues and exact usernames. */
  user_directory: z.boolean().default(true),
});

export type SiteSettings = z.output<typeof siteSettings>;
