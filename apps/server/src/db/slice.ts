import { sql } from 'kysely';

/** A page of a long list. */
export interface Slice {
  readonly offset: number;
  readonly count: number;
  /** The length of the list, with which pages in its second half are read from the end. */
  readonly total: number;
}

export function toSlice({ page, count }: { page: number; count: number }, total: number): Slice {
  return { offset: (page - 1) * count, count, total };
}

/** Sort direction, offset and limit that read a page of a list, newest first, from its nearer end. */
export function nearerEnd({ offset, count, total }: Slice) {
  const isFromEnd = offset > total / 2;
  return {
    direction: isFromEnd ? sql`asc` : sql`desc`,
    skip: isFromEnd ? Math.max(total - offset - count, 0) : offset,
    limit: isFromEnd ? Math.max(Math.min(count, total - offset), 0) : count,
  };
}

/** Up to this offset, skipping rows is cheaper than a query for the total, which is needed to find the nearer end. */
export const MAX_CHEAP_OFFSET = 500;
