/** groupid: 1 administrator, 2 ordinary user. In a file without schemas, because the web client does not load zod. */
export const ADMIN_GROUP = 1;
export const USER_GROUP = 2;
