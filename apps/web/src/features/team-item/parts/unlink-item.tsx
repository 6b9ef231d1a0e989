import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { TeamItem } from './team-item-table.tsx';

interface UnlinkItemProps {
  item: TeamItem;
  teamName: string;
  onClosed: () => void;
}

export function UnlinkItem({ item, teamName, onClosed }: UnlinkItemProps) {
  const { t } = useText();
  const names = { item: item.item_name, team: teamName };
  const remove = useFormCommand(calls.teamItem.delete, {
    refresh: [calls.teamItem.getListByTeam, calls.teamItem.getList, calls.team.getList],
    onDone: () => showToast({ kind: 'done', text: t('team.unlinked', names) }),
  });
  return (
    <ConfirmDialog
      title={t('team.unlinkTitle', names)}
      confirm={t('team.unlink')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ id: item.id })}
      onClosed={onClosed}
    >
      {t('team.unlinkText', names)}
    </ConfirmDialog>
  );
}
