import { calls } from '@octavo/contract';

/** What shows something else once people were added, changed or removed. */
export const afterMembers = [calls.member.getList, calls.user.allUser, calls.item.explainAccess];
