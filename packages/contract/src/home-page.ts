/** home_page: what the root of the site shows. In a file without schemas, because the web client does not load zod. */
export const LANDING_HOME = 1;
export const LOGIN_HOME = 2;
/** A redirect to the item of the setting `home_item`. */
export const ITEM_HOME = 3;
