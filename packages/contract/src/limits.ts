/**
 * Limits of the values that users enter, for the schemas, the server and the forms of the web client. Lengths are
 * numbers of UTF-16 units. In a file without schemas, because the web client does not load zod.
 */

export const MAX_ITEM_NAME_LENGTH = 100;
export const MAX_ITEM_DESCRIPTION_LENGTH = 500;
/** The id or domain of an item. A domain is shorter, but one that is too long gets the error of the item service. */
export const MAX_ITEM_REF_LENGTH = 64;
export const MAX_GROUP_NAME_LENGTH = 64;

export const MAX_CATALOG_NAME_LENGTH = 100;
/** The number of levels of catalogs in an item. */
export const MAX_CATALOG_DEPTH = 3;

export const MAX_PAGE_TITLE_LENGTH = 200;
export const MAX_VERSION_COMMENT_LENGTH = 200;
/** The number of drafts that the server stores for one user. */
export const MAX_DRAFTS = 200;
/** The size of all drafts of one user, in megabytes. */
export const MAX_DRAFTS_MB = 256;
/** The number of drafts that one request can close. */
export const MAX_CLOSED_DRAFTS = 100;
/** A draft without a change is deleted after this time. */
export const DRAFT_RETENTION_DAYS = 90;
export const MAX_DRAFT_REVISION = 2_000_000_000;
/** The number of favourites of one user. */
export const MAX_FAVOURITES = 200;
/** The number of pages and items in the list of recently viewed ones. */
export const MAX_RECENT_VIEWS = 200;
/** The number of pages that a list of changes contains, in all and of one item. */
export const MAX_CHANGED_PAGES = 1000;
export const MAX_CHANGED_PAGES_PER_ITEM = 100;
/** The key in the URL of a shared page. */
export const MAX_SHARE_KEY_LENGTH = 64;
export const MAX_TEMPLATE_TITLE_LENGTH = 100;
export const MAX_MOCK_PATH_LENGTH = 500;
/** The name of a file, also its part that a list is filtered by. */
export const MAX_FILE_NAME_LENGTH = 100;

/** The position of a page or catalog in its list. */
export const MAX_POSITION = 1_000_000;
/** The position of new pages and catalogs: behind those that users have sorted. */
export const DEFAULT_POSITION = 99;

export const MAX_USERNAME_LENGTH = 64;
/** A username, or an email to log in with. A username that is too long gets the error of the user service. */
export const MAX_LOGIN_NAME_LENGTH = 256;
/** The name that is shown beside the username. */
export const MAX_DISPLAY_NAME_LENGTH = 64;
export const MAX_EMAIL_LENGTH = 254;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 256;
/** A code of an authenticator app, or a recovery code with its hyphens. */
export const MAX_FACTOR_CODE_LENGTH = 40;
export const MAX_CAPTCHA_LENGTH = 16;
export const MAX_TEAM_NAME_LENGTH = 64;

/** The number of pages or catalogs that can be moved or deleted at once. */
export const MAX_SELECTED_ROWS = 1000;

export const MAX_KEYWORD_LENGTH = 200;
/** A list with a filter counts its rows up to this number. */
export const MAX_COUNTED_ROWS = 1000;
/** The preview of a stricter rule counts what it deletes up to this number. */
export const MAX_COUNTED_LOSSES = 100_000;
/** Rows on one page of a list: the default of its call, and what its screen requests. */
export const ADMIN_PAGE_SIZE = 7;

/** Accounts that one action of an administrator may change. */
export const MAX_BULK_USERS = 500;
export const LIBRARY_PAGE_SIZE = 6;
export const SEARCH_PAGE_SIZE = 20;
export const CHANGES_PAGE_SIZE = 20;
/** Maximum number of pages that a search ranks and returns. */
export const MAX_SEARCH_RESULTS = 200;
export const AUDIT_PAGE_SIZE = 20;
/** The number of items that a list of all items of the site returns at once. */
export const MAX_LISTED_ITEMS = 1000;

export const MAX_NOTICE_TITLE_LENGTH = 120;
/** The text of an announcement or of feedback. */
export const MAX_NOTICE_LENGTH = 4000;

export const MAX_PASSKEY_NAME_LENGTH = 64;
/** The number of passkeys of one user. */
export const MAX_PASSKEYS = 20;
/** For how long a confirmation of the user's identity is valid in a session. */
export const CONFIRMATION_MINUTES = 15;

export const MAX_TOKEN_NAME_LENGTH = 64;
/** The number of personal access tokens of one user, and of the items that one of them is limited to. */
export const MAX_ACCESS_TOKENS = 50;
export const MAX_TOKEN_ITEMS = 50;
/** A notice announces the end of a personal access token so many days before. */
export const TOKEN_NOTICE_DAYS = 7;

/** The number of people who are invited at once. */
export const MAX_INVITED_PEOPLE = 500;
export const DEFAULT_INVITATION_DAYS = 7;
export const MAX_INVITATION_DAYS = 30;
export const MAX_INVITATION_USES = 1000;

/** The lines and columns of a CSV file with users. */
export const MAX_USER_FILE_LINES = 50_000;
export const MAX_USER_FILE_COLUMNS = 100;
