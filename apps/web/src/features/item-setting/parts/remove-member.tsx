import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { memberQueries, type Member } from '../members.ts';

interface RemoveMemberProps {
  itemId: number;
  member: Member;
  onClosed: () => void;
}

export function RemoveMember({ itemId, member, onClosed }: RemoveMemberProps) {
  const { t } = useText();
  const { username, item_member_id } = member;
  const remove = useFormCommand(calls.member.delete, {
    refresh: memberQueries,
    onDone: () => showToast({ kind: 'done', text: t('member.removed', { username }) }),
  });
  return (
    <ConfirmDialog
      title={t('member.removeTitle', { username })}
      confirm={t('member.removeAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ item_id: itemId, item_member_id })}
      onClosed={onClosed}
    >
      {t('member.removeText')}
    </ConfirmDialog>
  );
}
