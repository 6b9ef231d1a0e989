import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type Member = CallResponse<Calls['member']['getList']>[number];
export type LinkedTeam = CallResponse<Calls['teamItem']['getList']>[number];
