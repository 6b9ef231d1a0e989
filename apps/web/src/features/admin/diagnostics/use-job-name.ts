import type { DeadJob } from '@octavo/contract/admin-system.entities';
import type { TextKey } from '@octavo/texts/translate';
import { useText } from '../../../shared/i18n/texts.tsx';

type JobText = Exclude<Extract<TextKey, `adminSystem.job${string}`>, 'adminSystem.jobOn'>;

const NAMES: Readonly<Record<string, JobText>> = {
  'user-reset-mail': 'adminSystem.jobResetMail',
  'user-verify-mail': 'adminSystem.jobVerifyMail',
  'user-clean-up': 'adminSystem.jobUserCleanUp',
  'recycle-purge': 'adminSystem.jobRecyclePurge',
  'notice-daily': 'adminSystem.jobNoticeDaily',
  'audit-purge': 'adminSystem.jobAuditPurge',
  'audit-stream': 'adminSystem.jobAuditStream',
  'file-clean-up': 'adminSystem.jobFileCleanUp',
  'picture-copies': 'adminSystem.jobPictureCopies',
  'page-index': 'adminSystem.jobPageIndex',
  'task-watch': 'adminSystem.jobTaskWatch',
  'task-clean-up': 'adminSystem.jobTaskCleanUp',
  'export-write': 'adminSystem.jobExport',
  'import-plan': 'adminSystem.jobImportPlan',
  'import-apply': 'adminSystem.jobImportApply',
  'import-undo': 'adminSystem.jobImportUndo',
};

/** Returns the display name of a job with its subject; unknown jobs keep their technical name. */
export function useJobName(): (job: DeadJob) => string {
  const { t } = useText();
  return ({ job_name, subject }) => {
    const key = NAMES[job_name];
    const job = key ? t(key) : job_name;
    return subject === '' ? job : t('adminSystem.jobOn', { job, subject });
  };
}
