import { calls } from '@octavo/contract';

/** Queries to refetch after a catalog was added, renamed, copied, moved or deleted. */
export const treeQueries = [
  calls.catalog.catListGroup,
  calls.catalog.catListName,
  calls.item.info,
] as const;
