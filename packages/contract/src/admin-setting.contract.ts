import { z } from 'zod';
import { admin, auditor } from './access.ts';
import {
  bannerLevel,
  ldapConfig,
  ldapTest,
  siteConfig,
  settingsTest,
} from './admin-setting.entities.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { homePage, language } from './entities.ts';
import { MAX_ITEM_REF_LENGTH } from './limits.ts';
import { ATTRIBUTE_PATTERN, LINK_PATTERN, MAIL_SENDER_PATTERN } from './patterns.ts';
import {
  MAX_BANNER_LENGTH,
  MAX_CERTIFICATES_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FOOTER_LENGTH,
  MAX_HOST_LENGTH,
  MAX_LINK_LENGTH,
  MAX_MAIL_SENDER_LENGTH,
  MAX_MAIL_USER_LENGTH,
  MAX_SITE_NAME_LENGTH,
  PORT_RANGE,
  SETTING_RANGES,
} from './setting-limits.ts';
import { MEGABYTE } from './file-size.ts';
import {
  email,
  flag,
  json,
  line,
  lines,
  emptyObject,
  numeric,
  secret,
  text,
  integer,
  username,
} from './wire.ts';

const link = line(MAX_LINK_LENGTH).refine((value) => LINK_PATTERN.test(value));
const host = line(MAX_HOST_LENGTH).refine((value) => /^[\w.:-]*$/.test(value));
const port = integer(PORT_RANGE.min, PORT_RANGE.max);

function inRange(name: keyof typeof SETTING_RANGES) {
  const { min, max } = SETTING_RANGES[name];
  return integer(min, max);
}

/**
 * Settings reject unknown fields, so that a misspelled field is not silently dropped. Absent fields of a form and
 * empty secrets leave the stored values unchanged; `has_…` 0 without a new secret removes the secret.
 */
const ossSetting = z
  .strictObject({
    oss_type: z.enum(['aliyun', 'qiniu', 'qcloud', 's3']),
    key: line(200),
    secret,
    has_secret: flag,
    /** The names that qcloud uses for key and secret; the other providers use `key` and `secret`. */
    secretId: line(200),
    secretKey: secret,
    has_secretKey: flag,
    endpoint: line(300),
    bucket: line(200),
    region: line(100),
    protocol: z.enum(['http', 'https']),
    domain: line(300),
  })
  .partial();

/** Absent fields and empty secrets as in `ossSetting`. Without a host, the mail server of the environment is used. */
const mailSetting = z
  .strictObject({
    host,
    port,
    security: z.enum(['none', 'starttls', 'tls']),
    user: line(MAX_MAIL_USER_LENGTH),
    password: secret,
    has_password: flag,
    sender: line(MAX_MAIL_SENDER_LENGTH).refine(
      (value) => value === '' || MAIL_SENDER_PATTERN.test(value),
    ),
  })
  .partial();

export const loadConfig = defineCall({
  path: '/api/adminSetting/loadConfig',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Get the site settings. Secrets are not returned, only whether they are set.',
  request: z.object({}),
  response: siteConfig,
});

export const saveConfig = defineCall({
  path: '/api/adminSetting/saveConfig',
  kind: 'command',
  audit: [
    'site_name',
    'site_logo',
    'footer_line',
    'default_language',
    'feedback_link',
    'banner_text',
    'banner_level',
    'banner_until',
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
    'token_days',
    'oss_open',
    'oss_setting.oss_type',
    'oss_setting.endpoint',
    'oss_setting.bucket',
    'oss_setting.region',
    'oss_setting.protocol',
    'oss_setting.domain',
    'mail_setting.host',
    'mail_setting.port',
    'mail_setting.security',
    'mail_setting.user',
    'mail_setting.sender',
  ],
  access: admin,
  scope: 'admin',
  summary: 'Change site settings. They take effect on all processes; absent fields are unchanged.',
  reauth: 'recent',
  request: z.strictObject({
    site_name: line(MAX_SITE_NAME_LENGTH).optional(),
    site_logo: link.optional(),
    footer_line: line(MAX_FOOTER_LENGTH).optional(),
    default_language: z.union([z.literal(''), language]).optional(),
    feedback_link: link.optional(),
    /** Shown above every page; empty for no banner. */
    banner_text: lines(MAX_BANNER_LENGTH).optional(),
    banner_level: bannerLevel.optional(),
    banner_until: z.union([z.literal(''), z.iso.datetime()]).optional(),
    mail_setting: json(mailSetting).optional(),
    register_open: flag.optional(),
    login_required: flag.optional(),
    user_directory: flag.optional(),
    robots_open: flag.optional(),
    home_page: numeric(homePage).optional(),
    home_item: line(MAX_ITEM_REF_LENGTH).optional(),
    help_link: link.optional(),
    demo_link: link.optional(),
    history_version_count: inRange('history_version_count').optional(),
    attachment_size_m: inRange('attachment_size_m').optional(),
    attachment_quota_m: inRange('attachment_quota_m').optional(),
    token_days: inRange('token_days').optional(),
    oss_open: flag.optional(),
    oss_setting: json(ossSetting).optional(),
    ...confirmationFields,
  }),
  response: emptyObject,
});

export const uploadLogo = defineCall({
  path: '/api/adminSetting/uploadLogo',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'admin',
  summary: 'Upload the logo of the site: PNG, JPEG, WebP or GIF.',
  transaction: 'own',
  file: 'file',
  maxFileBytes: MEGABYTE,
  request: z.object({}),
  response: z.object({ site_logo: z.string() }),
});

export const testStorage = defineCall({
  path: '/api/adminSetting/testStorage',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary:
    'Test cloud storage settings before saving them: writes, reads and deletes a small file.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.strictObject({ oss_setting: json(ossSetting) }),
  response: settingsTest,
});

export const testMail = defineCall({
  path: '/api/adminSetting/testMail',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary:
    'Send a test email with these settings before saving them. Without a host, the mail server of the environment is used.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.strictObject({ mail_setting: json(mailSetting), to: email }),
  response: settingsTest,
});

const attribute = line(MAX_FIELD_NAME_LENGTH).refine((value) => ATTRIBUTE_PATTERN.test(value));

/** Absent fields and empty secrets as in `ossSetting`. */
const ldapForm = z
  .strictObject({
    host,
    port,
    version: numeric(z.literal([2, 3])),
    base_dn: line(500),
    bind_dn: line(500),
    bind_password: secret,
    has_bind_password: flag,
    user_field: attribute,
    name_field: attribute,
    security: z.enum(['none', 'starttls', 'tls']),
    ca: text(MAX_CERTIFICATES_LENGTH),
  })
  .partial();

export const loadLdapConfig = defineCall({
  path: '/api/adminSetting/loadLdapConfig',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary:
    'Get the LDAP login settings. The bind password is not returned, only whether one is set.',
  request: z.object({}),
  response: ldapConfig,
});

export const saveLdapConfig = defineCall({
  path: '/api/adminSetting/saveLdapConfig',
  kind: 'command',
  audit: [
    'ldap_open',
    'ldap_form.host',
    'ldap_form.port',
    'ldap_form.security',
    'ldap_form.base_dn',
    'ldap_form.bind_dn',
    'ldap_form.user_field',
    'ldap_form.name_field',
  ],
  access: admin,
  scope: 'admin',
  summary: 'Save the LDAP login settings. Accounts are created at the first login.',
  inlineForm: { name: 'ldap_form', form: ldapForm },
  reauth: 'recent',
  request: z.strictObject({
    ldap_open: flag.optional(),
    ldap_form: json(ldapForm).optional(),
    ...confirmationFields,
  }),
  response: emptyObject,
});

export const testLdap = defineCall({
  path: '/api/adminSetting/testLdap',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary:
    'Test an LDAP login with these settings, as far as username and password are given, and report the result of each step.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.strictObject({
    ldap_form: json(ldapForm),
    username: username.default(''),
    password: secret.default(''),
  }),
  response: ldapTest,
});
