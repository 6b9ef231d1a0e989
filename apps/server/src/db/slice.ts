import { sql } from 'kysely';

/** A page of a long list. */
export interface Slice {
  readonly offset: number;
  readonly count: number;
  /** As counted: what lies behind the middle is reached from the end. */
  readonly total: number;
}

export function sliceOf({ page, count }: { page: number; count: number }, total: number): Slice {
  return { offset: (page - 1) * count, count, total };
}

/** From which end of a list, newest first, a page is nearer, and what to pass over and to take there. */
export function nearerEnd({ offset, count, total }: Slice) {
  const isFromEnd = offset > total / 2;
  return {
    way: isFromEnd ? sql`asc` : sql`desc`,
    skipped: isFromEnd ? Math.max(total - offset - count, 0) : offset,
    taken: isFromEnd ? Math.max(Math.min(count, total - offset), 0) : count,
  };
}

/** Passing over so many rows costs less than asking first from which end they are nearer. */
export const NEAR = 500;
