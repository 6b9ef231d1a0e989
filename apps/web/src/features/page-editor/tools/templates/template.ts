import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type Template = CallResponse<typeof calls.template.getList>[number];
