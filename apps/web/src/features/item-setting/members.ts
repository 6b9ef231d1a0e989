import { calls, type Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type Member = CallResponse<Calls['member']['getList']>[number];
export type LinkedTeam = CallResponse<Calls['teamItem']['getList']>[number];

/** Queries to refetch after members were added, changed or removed. */
export const memberQueries = [calls.member.getList, calls.user.allUser, calls.item.explainAccess];
