import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type Team = CallResponse<Calls['team']['getList']>[number];
