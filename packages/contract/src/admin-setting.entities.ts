import { z } from 'zod';
import { connectionErrors } from './connection-error.ts';
import { homePage, language } from './entities.ts';
import { bit, time } from './wire.ts';

export const bannerLevel = z.enum(['info', 'warning']);

/** Who saved a form, and when; null if it has never been saved. */
export const lastSave = z.object({ username: z.string(), time }).nullable();
export type LastSave = z.output<typeof lastSave>;

/** Object storage settings as returned to administrators and auditors; secrets appear only as `has_…` flags. */
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

const mailConfig = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(['none', 'starttls', 'tls']),
  user: z.string(),
  sender: z.string(),
  has_password: bit,
});

export const siteConfig = z.object({
  site_name: z.string(),
  site_logo: z.string(),
  footer_line: z.string(),
  default_language: z.union([z.literal(''), language]),
  feedback_link: z.string(),
  banner_text: z.string(),
  banner_level: bannerLevel,
  /** Empty: shown until an administrator removes it. */
  banner_until: z.string(),
  mail_setting: mailConfig,
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
  token_days: z.int(),
  oss_open: bit,
  oss_setting: ossConfig,
  site_saved: lastSave,
  banner_saved: lastSave,
});
export type SiteConfig = z.output<typeof siteConfig>;

/** The result of testing storage or mail settings. */
export const settingsTest = z.object({
  is_fine: bit,
  milliseconds: z.int(),
  /** The error message of the server or the network; empty on success. */
  fault: z.string(),
});

export const ldapConfig = z.object({
  ldap_open: bit,
  ldap_form: z.object({
    host: z.string(),
    port: z.int(),
    version: z.literal([2, 3]),
    base_dn: z.string(),
    bind_dn: z.string(),
    user_field: z.string(),
    name_field: z.string(),
    security: z.enum(['none', 'starttls', 'tls']),
    ca: z.string(),
    has_bind_password: bit,
  }),
  ldap_saved: lastSave,
});
export type LdapConfig = z.output<typeof ldapConfig>;

/** The steps of an LDAP login, in order. */
export const ldapStep = z.enum(['reach', 'tls', 'bind', 'base', 'search', 'login']);

export const ldapTest = z.object({
  /** All steps. Steps that were not reached or are not needed are `untried`. */
  steps: z.array(
    z.object({
      step: ldapStep,
      state: z.enum(['fine', 'failed', 'untried']),
      /**
       * A connection error; or the directory rejects the bind (`refused`), the base DN does not exist (`base`), no entry
       * or more than one has this username (`nobody`, `several`), the user filter excludes it (`filtered`), the password is wrong (`password`). For a step that is
       * not needed, the reason: the connection is not encrypted (`plain`), no bind DN is set (`anonymous`).
       */
      fault: z.enum([
        '',
        ...connectionErrors,
        'refused',
        'base',
        'nobody',
        'several',
        'filtered',
        'password',
        'plain',
        'anonymous',
      ]),
      /**
       * By step: the server's address; the expiry date of the certificate or what is wrong with it; the bind DN; the base
       * DN, or the base DNs that exist instead; the entry that was found.
       */
      found: z.string(),
      milliseconds: z.int(),
    }),
  ),
  milliseconds: z.int(),
  username: z.string(),
  name: z.string(),
  /** Set if no entry has this username in the configured field, but entries have it in another usual field. */
  instead: z.object({ field: z.string(), count: z.int() }).nullable(),
});
export type LdapTest = z.output<typeof ldapTest>;
