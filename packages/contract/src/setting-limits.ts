/** Limits of the site settings. In a file without schemas, because the web client does not load zod. */

export const SETTING_RANGES = {
  history_version_count: { min: 1, max: 1000 },
  attachment_size_m: { min: 1, max: 1024 },
  attachment_quota_m: { min: 0, max: 1_000_000 },
  token_days: { min: 1, max: 3650 },
} as const;
export const SECURITY_RANGES = {
  second_factor_days: { min: 0, max: 90 },
  session_idle_days: { min: 1, max: 365 },
  session_max_days: { min: 1, max: 365 },
  /** 0: the console does not ask again. */
  console_confirm_minutes: { min: 0, max: 1440 },
  password_min_length: { min: 8, max: 64 },
  /** 0: failed logins ask for a captcha and slow down, but never wait. */
  login_wait_minutes: { min: 0, max: 1440 },
} as const;
/** Days after which data are deleted; 0 keeps them for ever. */
export const RETENTION_RANGES = {
  audit_days: { min: 30, max: 3650 },
  recycle_days: { min: 1, max: 3650 },
  version_days: { min: 1, max: 3650 },
} as const;
/** The number of networks in one list, and the length of a note on one. */
export const MAX_NETWORKS = 200;
export const MAX_NETWORK_NOTE_LENGTH = 100;
/** Failed logins in a row before a wait. */
export const FAILURES_BEFORE_WAIT = 10;
export const PORT_RANGE = { min: 1, max: 65_535 } as const;

export const MAX_SITE_NAME_LENGTH = 40;
export const MAX_FOOTER_LENGTH = 200;
export const MAX_BANNER_LENGTH = 500;
/** A URL, or a path of the site or of a provider. */
export const MAX_LINK_LENGTH = 500;
export const MAX_HOST_LENGTH = 255;
export const MAX_MAIL_USER_LENGTH = 200;
export const MAX_MAIL_SENDER_LENGTH = 200;
/** Certificates of the authorities that a directory or provider is verified with. */
export const MAX_CERTIFICATES_LENGTH = 20_000;
/** The name of an LDAP attribute or of a header. */
export const MAX_FIELD_NAME_LENGTH = 64;
/** Names of fields in the response of a provider, separated by commas. */
export const MAX_CLAIM_NAMES_LENGTH = 300;
/** The text on the login button of the OAuth2 provider. */
export const MAX_LOGIN_BUTTON_LENGTH = 64;
export const MAX_CLIENT_ID_LENGTH = 300;
export const MAX_OAUTH2_SCOPE_LENGTH = 300;
/** The username or id of a user in a directory or at a provider. */
export const MAX_EXTERNAL_ID_LENGTH = 512;
export const MAX_DN_LENGTH = 500;
/** An LDAP filter. */
export const MAX_FILTER_LENGTH = 1000;
export const MAX_DIRECTORY_MAPPINGS = 1000;
export const DIRECTORY_RANGES = {
  gone_checks: { min: 1, max: 100 },
  schedule_hours: { min: 1, max: 24 },
  /** A minute of the day, in UTC. */
  schedule_minute: { min: 0, max: 1439 },
} as const;
