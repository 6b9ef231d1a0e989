import { MAX_CHANGED_PAGES } from '@octavo/contract/limits';

/** The number of changes; the server counts up to a limit. */
export const countLabel = (count: number) =>
  count >= MAX_CHANGED_PAGES ? `${MAX_CHANGED_PAGES - 1}+` : String(count);
