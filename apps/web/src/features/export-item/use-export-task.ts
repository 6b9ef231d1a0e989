import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../shared/api/call.ts';
import { callKey } from '../../shared/api/use-call.ts';

const { status } = calls.export;

export type ExportTask = CallResponse<typeof status>;

const POLL_MS = 1000;

export function isActive({ state }: ExportTask): boolean {
  return state === 'waiting' || state === 'running';
}

/** Polls the status of an export until it ends; 0 means no task. */
export function useExportTask(taskId: number) {
  const input = { task_id: taskId };
  return useQuery<ExportTask>({
    queryKey: callKey(status, input),
    queryFn: ({ signal }) => call(status, input, { silent: true, signal }),
    enabled: taskId > 0,
    refetchInterval: ({ state: { data } }) => (data && !isActive(data) ? false : POLL_MS),
  });
}

/** The download URL of the finished file. */
export function downloadUrl(taskId: number): string {
  return `${calls.export.download.path}?task_id=${taskId}`;
}
