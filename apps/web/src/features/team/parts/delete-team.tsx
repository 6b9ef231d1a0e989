import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { Team } from './team-table.tsx';

export function DeleteTeam({ team, onClosed }: { team: Team; onClosed: () => void }) {
  const { t } = useText();
  const names = { team: team.team_name };
  const remove = useFormCommand(calls.team.delete, {
    refresh: [calls.team.getList, calls.teamItem.getList],
    onDone: () => showToast({ kind: 'done', text: t('team.deleted', names) }),
  });
  return (
    <ConfirmDialog
      title={t('team.deleteTitle', names)}
      confirm={t('team.deleteAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ id: team.id })}
      onClosed={onClosed}
    >
      {t('team.deleteText')}
    </ConfirmDialog>
  );
}
