import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type DeletedPage = CallResponse<Calls['recycle']['getList']>[number];
