import { calls } from '@octavo/contract';
import type { ItemRow } from '@octavo/contract/item.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function LeaveDialog({ item, onClosed }: { item: ItemRow; onClosed: () => void }) {
  const { t } = useText();
  const names = { item: item.item_name };
  const leave = useFormCommand(calls.item.exitItem, {
    refresh: [calls.item.myList],
    onDone: () => showToast({ kind: 'done', text: t('myItems.left', names) }),
  });
  return (
    <ConfirmDialog
      title={t('myItems.leaveTitle', names)}
      confirm={t('myItems.leaveAction')}
      working={leave.working}
      done={leave.done}
      error={leave.otherError()}
      onConfirm={() => leave.send({ item_id: item.item_id })}
      onClosed={onClosed}
    >
      {t('myItems.leaveText')}
    </ConfirmDialog>
  );
}
