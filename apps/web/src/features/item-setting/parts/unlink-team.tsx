import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { LinkedTeam } from '../members.ts';

export function UnlinkTeam({ team, onClosed }: { team: LinkedTeam; onClosed: () => void }) {
  const { t } = useText();
  const names = { team: team.team_name };
  const remove = useFormCommand(calls.teamItem.delete, {
    refresh: [calls.teamItem.getList, calls.team.getList, calls.item.explainAccess],
    onDone: () => showToast({ kind: 'done', text: t('member.unlinked', names) }),
  });
  return (
    <ConfirmDialog
      title={t('member.unlinkTitle', names)}
      confirm={t('member.unlink')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ id: team.id })}
      onClosed={onClosed}
    >
      {t('member.unlinkText')}
    </ConfirmDialog>
  );
}
