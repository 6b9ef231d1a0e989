import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type Mock = CallResponse<typeof calls.mock.infoByPageId>;
