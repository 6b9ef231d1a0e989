import { z } from 'zod';
import { connectionFaults } from './connection-fault.ts';
import { homePage, language } from './entities.ts';
import { bit, time } from './wire.ts';

export const bannerLevel = z.enum(['info', 'warning']);

/** Who saved a form, and when; null while nobody has. */
export const lastSave = z.object({ username: z.string(), time }).nullable();
export type LastSave = z.output<typeof lastSave>;

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
  /** Empty: until somebody takes it down. */
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
  oss_open: bit,
  oss_setting: ossConfig,
  site_saved: lastSave,
  banner_saved: lastSave,
});
export type SiteConfig = z.output<typeof siteConfig>;

/** What became of a try: with a store of files, or with a mail. */
export const trial = z.object({
  is_fine: bit,
  milliseconds: z.int(),
  /** What the server or the network said; empty when all went well. */
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

/** The way of a login through a directory, in this order. */
export const ldapStep = z.enum(['reach', 'tls', 'bind', 'base', 'search', 'login']);

export const ldapTest = z.object({
  /** All of them; those that were not come to, and those that need nothing, are untried. */
  steps: z.array(
    z.object({
      step: ldapStep,
      state: z.enum(['fine', 'failed', 'untried']),
      /**
       * The connection fails, the directory says no, there is no such base, nobody or more than one has this name,
       * it is not their password; or why a step needs nothing: the connection is not encrypted, nobody binds.
       */
      fault: z.enum([
        '',
        ...connectionFaults,
        'refused',
        'base',
        'nobody',
        'several',
        'password',
        'plain',
        'anonymous',
      ]),
      /**
       * Where it is, until when the certificate is valid or what is wrong with it, who binds, which base there is or
       * which ones instead, who was found.
       */
      found: z.string(),
      milliseconds: z.int(),
    }),
  ),
  milliseconds: z.int(),
  username: z.string(),
  name: z.string(),
  /** Nobody has this name in the user field, but somebody in another one that directories use for it. */
  instead: z.object({ field: z.string(), count: z.int() }).nullable(),
});
export type LdapTest = z.output<typeof ldapTest>;
