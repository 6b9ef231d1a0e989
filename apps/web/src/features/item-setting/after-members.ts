import { calls } from '@octavo/contract';

/** Queries to refetch after members were added, changed or removed. */
export const afterMembers = [calls.member.getList, calls.user.allUser, calls.item.explainAccess];
