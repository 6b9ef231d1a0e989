import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { TeamMember } from './team-member-table.tsx';

interface RemoveTeamMemberProps {
  member: TeamMember;
  onClosed: () => void;
}

export function RemoveTeamMember({ member, onClosed }: RemoveTeamMemberProps) {
  const { t } = useText();
  const names = { username: member.member_username };
  const remove = useFormCommand(calls.teamMember.delete, {
    refresh: [
      calls.teamMember.getList,
      calls.teamItemMember.getList,
      calls.team.getList,
      calls.user.allUser,
    ],
    onDone: () => showToast({ kind: 'done', text: t('member.removed', names) }),
  });
  return (
    <ConfirmDialog
      title={t('member.removeTitle', names)}
      confirm={t('member.removeAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ id: member.id })}
      onClosed={onClosed}
    >
      {t('team.removeText')}
    </ConfirmDialog>
  );
}
