import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type UserImport = CallResponse<typeof calls.adminUserImport.status>;

export const PLAN_PAGE_SIZE = 20;
