import type { DirectoryRun, RunError, RunReport } from '@octavo/contract/admin-directory.entities';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { useText } from '../../../shared/i18n/texts.tsx';

/** The text keys of the causes that share a name with another text. */
const ERROR_TEXTS = { off: 'ldapOff', failed: 'failedError' } as const;

export function runErrorText(error: Exclude<RunError, ''>) {
  const name = error === 'off' || error === 'failed' ? ERROR_TEXTS[error] : error;
  return `adminDirectory.${name}` as const;
}

export const STATE_TAGS = {
  queued: 'plain',
  running: 'accent',
  done: 'ok',
  stopped: 'warning',
  failed: 'error',
} as const satisfies Record<DirectoryRun['state'], string>;

export const ROLES = [
  { groupid: USER_GROUP, text: 'adminUser.ordinary' },
  { groupid: AUDITOR_GROUP, text: 'adminUser.auditor' },
  { groupid: ADMIN_GROUP, text: 'adminUser.administrator' },
] as const;

export const roleText = (groupid: number) =>
  ROLES.find((role) => role.groupid === groupid)?.text ?? ROLES[0].text;

/** What happened to a person who is gone; a preview and a stopped run have changed nothing. */
export function useGoneText({ kind, state }: DirectoryRun) {
  const { t } = useText();
  const isApplied = kind === 'sync' && state === 'done';
  return ({ count, is_disabled }: RunReport['gone'][number]): string =>
    is_disabled === 1
      ? t(isApplied ? 'adminDirectory.goneDisabled' : 'adminDirectory.goneWould')
      : t('adminDirectory.goneSeen', { count });
}

/** A preview or a sync that disables more than this share has to be confirmed. */
const MAX_DISABLED_SHARE = 0.2;

export const stopsAt = ({ disabled, known }: DirectoryRun['counts']): boolean =>
  disabled > known * MAX_DISABLED_SHARE;
