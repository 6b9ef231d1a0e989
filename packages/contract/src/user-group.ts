/** groupid: 1 administrator, 2 ordinary user. Apart from the schemas: the web takes these without zod. */
export const ADMIN_GROUP = 1;
export const USER_GROUP = 2;
