import { z } from 'zod';
import { admin } from './access.ts';
import { siteConfig, storageTest } from './admin-setting.entities.ts';
import { defineCall } from './define-call.ts';
import { homePage } from './entities.ts';
import { flag, json, line, nothing, secret } from './wire.ts';

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
/** A path of this site or a web address; empty for what the product does by itself. */
const link = line(500).refine((value) => /^(?:$|\/(?!\/)|https?:\/\/)/.test(value));

/** Secrets that are left empty stay as they are. */
const ossSetting = z.object({
  oss_type: z.enum(['aliyun', 'qiniu', 'qcloud', 's3']),
  key: line(200).default(''),
  secret: secret.default(''),
  secretId: line(200).default(''),
  secretKey: secret.default(''),
  endpoint: line(300).default(''),
  bucket: line(200).default(''),
  region: line(100).default(''),
  protocol: z.enum(['http', 'https']).default('https'),
  domain: line(300).default(''),
});

export const loadConfig = defineCall({
  path: '/api/adminSetting/loadConfig',
  kind: 'query',
  access: admin,
  summary: 'The settings of the site. Secrets are never among them, only whether there is one.',
  request: z.object({}),
  response: siteConfig,
});

export const saveConfig = defineCall({
  path: '/api/adminSetting/saveConfig',
  kind: 'command',
  audit: [
    'register_open',
    'login_required',
    'user_directory',
    'robots_open',
    'home_page',
    'home_item',
    'help_link',
    'demo_link',
    'history_version_count',
    'attachment_size_m',
    'attachment_quota_m',
    'oss_open',
  ],
  access: admin,
  summary:
    'Change settings of the site, which hold on every process at once; what is not sent stays.',
  request: z.object({
    register_open: flag.optional(),
    login_required: flag.optional(),
    user_directory: flag.optional(),
    robots_open: flag.optional(),
    home_page: z.coerce.number().pipe(homePage).optional(),
    home_item: line(64).optional(),
    help_link: link.optional(),
    demo_link: link.optional(),
    history_version_count: whole(1, 1000).optional(),
    attachment_size_m: whole(1, 1024).optional(),
    attachment_quota_m: whole(0, 1_000_000).optional(),
    oss_open: flag.optional(),
    oss_setting: json(ossSetting).optional(),
  }),
  response: nothing,
});

export const testStorage = defineCall({
  path: '/api/adminSetting/testStorage',
  kind: 'command',
  audit: [],
  access: admin,
  summary:
    'Write, read and remove a small file with these settings of a cloud, before they are saved.',
  transaction: 'own',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.object({ oss_setting: json(ossSetting) }),
  response: storageTest,
});
