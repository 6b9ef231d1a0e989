import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type ImportTask = CallResponse<typeof calls.import.status>;
export type PlanEntry = ImportTask['list'][number];
export type PlanAction = PlanEntry['action'];
export type Choice = NonNullable<PlanEntry['choice']>;

export function isActive({ state }: Pick<ImportTask, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
