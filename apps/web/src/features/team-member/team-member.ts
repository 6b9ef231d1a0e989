import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type TeamMember = CallResponse<Calls['teamMember']['getList']>[number];
