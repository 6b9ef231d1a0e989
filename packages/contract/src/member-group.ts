/** member_group_id. In a file without schemas, because the web client does not load zod. */
export const READ_ONLY_GROUP = 0;
export const EDIT_GROUP = 1;
