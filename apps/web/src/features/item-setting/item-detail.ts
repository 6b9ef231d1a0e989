import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

/** What the settings of an item are made from. */
export type ItemDetail = CallResponse<Calls['item']['detail']>;
