import { calls } from '@octavo/contract';
import type { BulkAction, SkippedUser } from '@octavo/contract/admin.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialog from '../../../shared/ui/dialog.module.css';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from './users.module.css';

const REASONS = {
  self: 'adminUserList.skipSelf',
  administrator: 'adminUserList.skipAdministrator',
  disabled: 'adminUserList.skipDisabled',
  unchanged: 'adminUserList.skipUnchanged',
  unknown: 'adminUserList.skipUnknown',
} as const;

/** The list of skipped users is cut after this many. */
const MAX_LISTED = 20;

interface ChangeUsersProps {
  action: BulkAction;
  uids: readonly number[];
  onDone: () => void;
  onClosed: () => void;
}

/** Shows to how many of the users the action applies, and why not to the others, before it runs. */
export function ChangeUsers({ action, uids, onDone, onClosed }: ChangeUsersProps) {
  const { t } = useText();
  const [isClosed, setClosed] = useState(false);
  const input = { uids: [...uids], action };
  const { data, error, refetch } = useCall(calls.adminUser.previewChange, input, { staleTime: 0 });
  const change = useFormCommand(calls.adminUser.changeUsers, {
    refresh: [calls.adminUser.getList, calls.adminUser.getUser, calls.adminUser.devices],
    onDone: ({ changed }) => {
      showToast({ kind: 'done', text: t(`adminUserList.${action}Done`, { count: changed }) });
      onDone();
    },
  });
  const count = data?.applicable ?? uids.length;
  const failure = change.otherError();
  return (
    <Dialog
      open={!isClosed && !change.done}
      width={460}
      title={t(`adminUserList.${action}Title`, { count: uids.length })}
      initialFocus="button"
      closable={false}
      onCancel={() => setClosed(true)}
      onClosed={onClosed}
    >
      {data ? (
        <>
          <p className={dialog.question}>
            {data.skipped.length > 0 &&
              `${t(`adminUserList.${action}Applies`, { count, total: uids.length })} `}
            {t(count > 0 ? `adminUserList.${action}Text` : 'adminUserList.noneApply')}
          </p>
          <SkippedUsers skipped={data.skipped} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="rows" />
      )}
      {failure && (
        <div className={dialog.fields}>
          <Note kind="error">{failure}</Note>
        </div>
      )}
      <div className={dialog.answers}>
        <Button onClick={() => setClosed(true)}>{t('shell.cancel')}</Button>
        {data && count > 0 && (
          <Button
            variant={action === 'disable' || action === 'endSessions' ? 'dangerSolid' : 'primary'}
            loading={change.working || change.done}
            onClick={() => change.send(input)}
          >
            {t(`adminUserList.${action}`)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function SkippedUsers({ skipped }: { skipped: readonly SkippedUser[] }) {
  const { t } = useText();
  if (skipped.length === 0) return null;
  return (
    <ul className={styles.skipped}>
      {skipped.slice(0, MAX_LISTED).map(({ uid, username, reason }) => (
        <li key={uid}>
          <b>{username || uid}</b> {t(REASONS[reason])}
        </li>
      ))}
      {skipped.length > MAX_LISTED && (
        <li>{t('adminUserList.skippedMore', { count: skipped.length - MAX_LISTED })}</li>
      )}
    </ul>
  );
}
