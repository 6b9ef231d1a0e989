import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

/** The data of the item settings. */
export type ItemDetail = CallResponse<Calls['item']['detail']>;
