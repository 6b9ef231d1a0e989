import { calls } from '@octavo/contract';

/** Queries to refetch after members were added, changed or removed. */
export const memberQueries = [calls.member.getList, calls.user.allUser, calls.item.explainAccess];
