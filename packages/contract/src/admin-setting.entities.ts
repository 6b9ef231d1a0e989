import { z } from 'zod';
import { homePage } from './entities.ts';
import { bit } from './wire.ts';

/** A cloud as an administrator sees it; of a secret only that there is one. */
const ossConfig = z.object({
  oss_type: z.enum(['aliyun', 'qiniu', 'qcloud', 's3']),
  key: z.string(),
  secretId: z.string(),
  endpoint: z.string(),
  bucket: z.string(),
  region: z.string(),
  protocol: z.enum(['http', 'https']),
  domain: z.string(),
  has_secret: bit,
  has_secretKey: bit,
});

export const siteConfig = z.object({
  register_open: bit,
  login_required: bit,
  user_directory: bit,
  robots_open: bit,
  home_page: homePage,
  home_item: z.string(),
  help_link: z.string(),
  demo_link: z.string(),
  history_version_count: z.int(),
  attachment_size_m: z.number(),
  attachment_quota_m: z.number(),
  oss_open: bit,
  oss_setting: ossConfig,
});
export type SiteConfig = z.output<typeof siteConfig>;

export const storageTest = z.object({
  is_fine: bit,
  milliseconds: z.int(),
  /** What the store or the network said; empty when all went well. */
  fault: z.string(),
});
