import { bannerLevel, lastSave } from '@octavo/contract/admin-setting.entities';
import { clientAuth } from '@octavo/contract/admin-oauth2.entities';
import { homePage, language } from '@octavo/contract/entities';
import { z } from 'zod';

/** A store of one of the known clouds. Secrets are sealed: neither the database nor a copy of it tells them. */
const ossSetting = z.object({
  oss_type: z.enum(['aliyun', 'qiniu', 'qcloud', 's3']).default('s3'),
  key: z.string().default(''),
  secret: z.string().default(''),
  /** What qcloud calls key and secret. */
  secretId: z.string().default(''),
  secretKey: z.string().default(''),
  endpoint: z.string().default(''),
  bucket: z.string().default(''),
  region: z.string().default(''),
  protocol: z.enum(['http', 'https']).default('https'),
  /** Where browsers fetch files; empty: from this site. */
  domain: z.string().default(''),
});
export type OssSetting = z.output<typeof ossSetting>;
const noOss = ossSetting.parse({});

/** The server that takes the site's mails; without a host that of the environment. The password is sealed. */
const mailSetting = z.object({
  host: z.string().default(''),
  port: z.int().default(587),
  security: z.enum(['none', 'starttls', 'tls']).default('starttls'),
  user: z.string().default(''),
  password: z.string().default(''),
  sender: z.string().default(''),
});
export type MailSetting = z.output<typeof mailSetting>;
const noMail = mailSetting.parse({});

/** Where people of an LDAP directory are looked up. The password is sealed. */
const ldapForm = z.object({
  host: z.string().default(''),
  port: z.int().default(389),
  /** Kept as the form has it; the connection always speaks version 3. */
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
const noLdap = ldapForm.parse({});

/** Where people of an OAuth2 provider prove who they are. The secret is sealed. */
const oauth2Form = z.object({
  /** Where the provider sends people back to; empty: this site's own address for it. */
  redirectUri: z.string().default(''),
  entrance_tips: z.string().default(''),
  client_id: z.string().default(''),
  client_secret: z.string().default(''),
  protocol: z.enum(['http', 'https']).default('https'),
  host: z.string().default(''),
  authorize_path: z.string().default(''),
  token_path: z.string().default(''),
  /** Another name for where a person is described; asked when there is no `userinfo_path`. */
  resource_path: z.string().default(''),
  userinfo_path: z.string().default(''),
  scope: z.string().default('openid profile'),
  client_auth: clientAuth.default('body'),
  id_field: z.string().default(''),
  username_field: z.string().default(''),
  ca: z.string().default(''),
});
export type Oauth2Form = z.output<typeof oauth2Form>;
const noOauth2 = oauth2Form.parse({});

/** Everything an administrator can set, with what holds until they do. */
export const siteSettings = z.object({
  /** How the site calls itself and looks; empty: as the product does. */
  site_name: z.string().default(''),
  site_logo: z.string().default(''),
  /** The uploaded file that `site_logo` leads to, which everybody may see; 0: the logo is none of ours. */
  logo_file: z.int().default(0),
  footer_line: z.string().default(''),
  /** For whoever says none; empty: as the environment has it. */
  default_language: z.union([z.literal(''), language]).default(''),
  /** Where feedback goes; empty: to the administrators as a notice. */
  feedback_link: z.string().default(''),
  /** What stands above every page, and until when; empty: nothing, and for ever. */
  banner_text: z.string().default(''),
  banner_level: bannerLevel.default('info'),
  banner_until: z.string().default(''),
  mail_setting: mailSetting.default(noMail),
  register_open: z.boolean().default(true),
  home_page: homePage.default(1),
  home_item: z.string().default(''),
  /** Visitors see nothing: everybody is asked to log in. */
  login_required: z.boolean().default(false),
  /** Where the links of the landing page lead; empty: to the items made at first start. */
  help_link: z.string().default(''),
  demo_link: z.string().default(''),
  /** Off: people find only colleagues and exact usernames. */
  user_directory: z.boolean().default(true),
  /** Off: search engines are asked to stay away, and there is no sitemap. */
  robots_open: z.boolean().default(true),
  /** Former versions kept of each page, beside those with a comment. */
  history_version_count: z.int().min(1).max(1000).default(20),
  /** The largest file, in MB. */
  attachment_size_m: z.number().positive().max(1024).default(4),
  /** What the files of one person may take together, in MB; 0: as much as there is. */
  attachment_quota_m: z.number().min(0).default(0),
  /** New files go to the cloud that `oss_setting` describes. */
  oss_open: z.boolean().default(false),
  oss_setting: ossSetting.default(noOss),
  /** People of a directory can log in. */
  ldap_open: z.boolean().default(false),
  ldap_form: ldapForm.default(noLdap),
  /** People of a provider can log in. */
  oauth2_open: z.boolean().default(false),
  oauth2_form: oauth2Form.default(noOauth2),
  /** With which another system signs links that log people in, sealed; empty while nobody has asked for it. */
  login_secret_key: z.string().default(''),
  /** Links of the older product open too. */
  older_login_links: z.boolean().default(false),
  /** Who last saved which form. */
  site_saved: lastSave.default(null),
  banner_saved: lastSave.default(null),
  ldap_saved: lastSave.default(null),
  oauth2_saved: lastSave.default(null),
});

export type SiteSettings = z.output<typeof siteSettings>;
