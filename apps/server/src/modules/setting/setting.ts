import { allowedNetwork } from '@octavo/contract/admin-security.entities';
import { gonePolicy, syncSchedule } from '@octavo/contract/admin-directory.entities';
import { scimLogin, scimSubject } from '@octavo/contract/admin-scim.entities';
import { bannerLevel, lastSave } from '@octavo/contract/admin-setting.entities';
import {
  clientAuth,
  providerKind,
  providerPreset,
  tokenRequestFormat,
} from '@octavo/contract/admin-oauth2.entities';
import { homePage, language, secondFactorFor } from '@octavo/contract/entities';
import { LANDING_HOME } from '@octavo/contract/home-page';
import { RETENTION_RANGES, SECURITY_RANGES, SETTING_RANGES } from '@octavo/contract/setting-limits';
import { z } from 'zod';

/** Object storage of a cloud provider. Secrets are encrypted, so that the database and its backups do not reveal them. */
const ossSetting = z.object({
  oss_type: z.enum(['aliyun', 'qiniu', 'qcloud', 's3']).default('s3'),
  key: z.string().default(''),
  secret: z.string().default(''),
  /** The key and the secret of qcloud. */
  secretId: z.string().default(''),
  secretKey: z.string().default(''),
  endpoint: z.string().default(''),
  bucket: z.string().default(''),
  region: z.string().default(''),
  protocol: z.enum(['http', 'https']).default('https'),
  /** The domain from which browsers fetch files; if empty, this site. */
  domain: z.string().default(''),
});
export type OssSetting = z.output<typeof ossSetting>;
const defaultOss = ossSetting.parse({});

/** The mail server of the site; without a host, the one of the environment. The password is encrypted. */
const mailSetting = z.object({
  host: z.string().default(''),
  port: z.int().default(587),
  security: z.enum(['none', 'starttls', 'tls']).default('starttls'),
  user: z.string().default(''),
  password: z.string().default(''),
  sender: z.string().default(''),
});
export type MailSetting = z.output<typeof mailSetting>;
const defaultMail = mailSetting.parse({});

/** The LDAP directory for logins. The password is encrypted. */
const ldapForm = z.object({
  host: z.string().default(''),
  port: z.int().default(389),
  /** Only stored for the form; connections always use version 3. */
  version: z.literal([2, 3]).default(3),
  base_dn: z.string().default(''),
  bind_dn: z.string().default(''),
  bind_password: z.string().default(''),
  user_field: z.string().default('uid'),
  name_field: z.string().default('cn'),
  security: z.enum(['none', 'starttls', 'tls']).default('none'),
  ca: z.string().default(''),
});
export type LdapForm = z.output<typeof ldapForm>;
const defaultLdap = ldapForm.parse({});

/** Who of the LDAP directory may log in, and how accounts follow the directory. */
const directoryForm = z.object({
  /** An LDAP filter in addition to the username; if empty, everyone under the base DN. */
  user_filter: z.string().default(''),
  /** If empty, emails are not read. */
  mail_field: z.string().default('mail'),
  /** If empty, the usual object classes of groups. */
  group_filter: z.string().default(''),
  /** If empty, the base DN of the users. */
  group_base_dn: z.string().default(''),
  /** If true, a sync creates accounts; otherwise the first login does. */
  create_accounts: z.boolean().default(false),
  gone_policy: gonePolicy.default('checks'),
  gone_checks: z.int().default(2),
  schedule: syncSchedule.default('off'),
  /** For `hours`: every so many hours. */
  schedule_hours: z.int().default(1),
  /** For `daily`: the minute of the day in UTC. */
  schedule_minute: z.int().default(180),
});
export type DirectoryForm = z.output<typeof directoryForm>;
const defaultDirectory = directoryForm.parse({});

/** How the people whom an identity provider maintains by SCIM log in. */
const scimForm = z.object({
  login: scimLogin.default('none'),
  /** The attribute of a SCIM user that is the id of the person at the login provider. */
  subject: scimSubject.default('externalId'),
});
const defaultScim = scimForm.parse({});

/** The login provider, OAuth2 or OpenID Connect. The secret is encrypted. */
const oauth2Form = z.object({
  kind: providerKind.default('oauth2'),
  /** The preset that has filled in the form; it also explains the error codes of the provider. */
  preset: providerPreset.default(''),
  /** Of an OpenID provider; it replaces host and paths. */
  issuer: z.string().default(''),
  /** The redirect URI that is sent to the provider; if empty, the default one of this site. */
  redirectUri: z.string().default(''),
  entrance_tips: z.string().default(''),
  client_id: z.string().default(''),
  client_secret: z.string().default(''),
  protocol: z.enum(['http', 'https']).default('https'),
  host: z.string().default(''),
  authorize_path: z.string().default(''),
  token_path: z.string().default(''),
  /** The alternative to `userinfo_path`, used if that is empty. */
  resource_path: z.string().default(''),
  userinfo_path: z.string().default(''),
  scope: z.string().default('openid profile'),
  client_auth: clientAuth.default('body'),
  id_field: z.string().default(''),
  username_field: z.string().default(''),
  name_field: z.string().default(''),
  mail_field: z.string().default(''),
  tenant_field: z.string().default(''),
  tenant: z.string().default(''),
  agent_id: z.string().default(''),
  profile_path: z.string().default(''),
  token_request: tokenRequestFormat.default('form'),
  token_header: z.string().default(''),
  ca: z.string().default(''),
});
export type Oauth2Form = z.output<typeof oauth2Form>;
const defaultOauth2 = oauth2Form.parse({});

const allowedNetworks = z.array(allowedNetwork).default([]);

/** The range of a number of days; 0 keeps the data for ever. */
const retention = (max: number) => z.int().min(0).max(max);

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.int().min(min).max(max);

/** All settings of the site, with their defaults. */
export const siteSettings = z.object({
  /** Name and logo of the site; if empty, those of the product. */
  site_name: z.string().default(''),
  site_logo: z.string().default(''),
  /** The id of the uploaded file of `site_logo`, which is public; 0 if the logo was not uploaded. */
  logo_file: z.int().default(0),
  footer_line: z.string().default(''),
  /** For users without a preferred language; if empty, the default of the environment. */
  default_language: z.union([z.literal(''), language]).default(''),
  /** The URL for feedback; if empty, administrators receive it as a notice. */
  feedback_link: z.string().default(''),
  /** The banner above every page and its end time; an empty text shows none, an empty time never ends. */
  banner_text: z.string().default(''),
  banner_level: bannerLevel.default('info'),
  banner_until: z.string().default(''),
  mail_setting: mailSetting.default(defaultMail),
  register_open: z.boolean().default(true),
  home_page: homePage.default(LANDING_HOME),
  home_item: z.string().default(''),
  /** Visitors have no access and are prompted to log in. */
  login_required: z.boolean().default(false),
  /** The targets of the links on the landing page; if empty, the items created at the first start. */
  help_link: z.string().default(''),
  demo_link: z.string().default(''),
  /** If false, users are only found by colleagues and by their exact username. */
  user_directory: z.boolean().default(true),
  /** If false, search engines must not index the site, and there is no sitemap. */
  robots_open: z.boolean().default(true),
  /** The number of old versions retained per page, in addition to those with a comment. */
  history_version_count: z
    .int()
    .min(SETTING_RANGES.history_version_count.min)
    .max(SETTING_RANGES.history_version_count.max)
    .default(20),
  /** The maximum size of a file, in MB. */
  attachment_size_m: z.number().positive().max(SETTING_RANGES.attachment_size_m.max).default(4),
  /** The maximum total size of a user's files, in MB; 0 is unlimited. */
  attachment_quota_m: z.number().min(0).default(0),
  /** The longest lifetime of a new personal access token, in days. */
  token_days: z
    .int()
    .min(SETTING_RANGES.token_days.min)
    .max(SETTING_RANGES.token_days.max)
    .default(365),
  /** If true, new files go to the object storage of `oss_setting`. */
  oss_open: z.boolean().default(false),
  oss_setting: ossSetting.default(defaultOss),
  /** If true, users can log in with LDAP. */
  ldap_open: z.boolean().default(false),
  ldap_form: ldapForm.default(defaultLdap),
  directory_form: directoryForm.default(defaultDirectory),
  scim_form: scimForm.default(defaultScim),
  /** If true, users can log in with OAuth2. */
  oauth2_open: z.boolean().default(false),
  oauth2_form: oauth2Form.default(defaultOauth2),
  /** The encrypted key with which another system signs login links; empty until an administrator requests it. */
  login_secret_key: z.string().default(''),
  /** If true, the login links of ShowDoc are accepted too. */
  older_login_links: z.boolean().default(false),
  /** Who must have a second factor, since when, and how many days they have to set it up. */
  second_factor_for: secondFactorFor.default('none'),
  second_factor_since: z.string().default(''),
  second_factor_days: z
    .int()
    .min(SECURITY_RANGES.second_factor_days.min)
    .max(SECURITY_RANGES.second_factor_days.max)
    .default(7),
  /** If true, the OAuth2 provider is trusted to ask for a second factor. */
  second_factor_provider: z.boolean().default(true),
  /** A session ends after so many days without use, and after so many days in any case. */
  session_idle_days: within(SECURITY_RANGES.session_idle_days).default(14),
  session_max_days: within(SECURITY_RANGES.session_max_days).default(30),
  /** After so many minutes the console asks for the password or second factor again; 0: never. */
  console_confirm_minutes: within(SECURITY_RANGES.console_confirm_minutes).default(0),
  password_min_length: within(SECURITY_RANGES.password_min_length).default(8),
  password_common_refused: z.boolean().default(true),
  password_personal_refused: z.boolean().default(false),
  /** How long an address waits after failed logins in a row for one account; 0: it does not. */
  login_wait_minutes: within(SECURITY_RANGES.login_wait_minutes).default(0),
  /** If on, users can only log in and act from these networks. */
  login_networks_on: z.boolean().default(false),
  login_networks: allowedNetworks,
  /** If on, the console can only be used from these networks. */
  console_networks_on: z.boolean().default(false),
  console_networks: allowedNetworks,
  /** Days after which audit entries, deleted pages and items, and old versions are deleted; 0: never. */
  audit_days: retention(RETENTION_RANGES.audit_days.max).default(365),
  recycle_days: retention(RETENTION_RANGES.recycle_days.max).default(30),
  version_days: retention(RETENTION_RANGES.version_days.max).default(0),
  /** The user and time of the last save of each form. */
  security_saved: lastSave.default(null),
  site_saved: lastSave.default(null),
  banner_saved: lastSave.default(null),
  ldap_saved: lastSave.default(null),
  directory_saved: lastSave.default(null),
  scim_saved: lastSave.default(null),
  oauth2_saved: lastSave.default(null),
});

export type SiteSettings = z.output<typeof siteSettings>;
