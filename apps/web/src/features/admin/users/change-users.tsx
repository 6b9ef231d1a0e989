import { calls } from '@octavo/contract';
import type { BulkAction, SkippedUser } from '@octavo/contract/admin.entities';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialog from '../../../shared/ui/dialog.module.css';
import { Field } from '../../../shared/ui/field.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from './users.module.css';
import { SESSION_CALLS } from './session-calls.ts';

const REASONS = {
  self: 'adminUserList.skipSelf',
  administrator: 'adminUserList.skipAdministrator',
  disabled: 'adminUserList.skipDisabled',
  member: 'adminUserList.skipMember',
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
  const [teamId, setTeamId] = useState<number>();
  const isTeam = action === 'addToTeam';
  const input = { uids: [...uids], action, ...(teamId !== undefined && { team_id: teamId }) };
  const { data, error, refetch } = useCall(calls.adminUser.previewChange, input, {
    staleTime: 0,
    enabled: !isTeam || teamId !== undefined,
  });
  const change = useFormCommand(calls.adminUser.changeUsers, {
    refresh: [calls.adminUser.getList, calls.adminUser.getUser, ...SESSION_CALLS],
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
      initialFocus={isTeam ? '[role="combobox"]' : 'button'}
      closable={false}
      onCancel={() => setClosed(true)}
      onClosed={onClosed}
    >
      {isTeam && <TeamChoice teamId={teamId} onTeam={setTeamId} />}
      {isTeam && teamId === undefined ? null : data ? (
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

/** All teams of the site; those of others have the names of their owners. */
function TeamChoice({
  teamId,
  onTeam,
}: {
  teamId: number | undefined;
  onTeam: (id: number) => void;
}) {
  const { t } = useText();
  const [word, setWord] = useState('');
  const [chosen, setChosen] = useState<{ readonly id: number; readonly name: string }>();
  const teams = useCall(
    calls.adminDirectory.listTeams,
    { word },
    { placeholderData: keepPreviousData },
  );
  const found = (teams.data ?? []).map(({ id, team_name: team, owner }) => ({
    value: id,
    name: t('adminDirectory.teamOf', { team, owner }),
  }));
  const isFound = !chosen || found.some(({ value }) => value === chosen.id);
  return (
    <div className={dialog.fields}>
      <Field label={t('adminUserList.team')}>
        <SelectInput
          value={teamId}
          onValue={(id) => {
            const name = found.find(({ value }) => value === id)?.name ?? '';
            setChosen({ id, name });
            onTeam(id);
          }}
          onSearch={setWord}
          loading={teams.isFetching}
          emptyText={t('adminDirectory.noTeamFound')}
          options={[...(isFound ? [] : [{ value: chosen.id, name: chosen.name }]), ...found]}
        />
      </Field>
    </div>
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
