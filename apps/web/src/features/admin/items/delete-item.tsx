import { calls } from '@octavo/contract';
import type { AdminItemRow } from '@octavo/contract/admin.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function DeleteItem({ item, onClosed }: { item: AdminItemRow; onClosed: () => void }) {
  const { t } = useText();
  const names = { item: item.item_name, username: item.username };
  const remove = useFormCommand(calls.adminItem.deleteItem, {
    refresh: [calls.adminItem.getList, calls.item.myList],
    onDone: () => showToast({ kind: 'done', text: t('adminItem.deletedNow', names) }),
  });
  return (
    <ConfirmDialog
      title={t('adminItem.deleteTitle', names)}
      confirm={t('adminItem.deleteAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ item_id: item.item_id })}
      onClosed={onClosed}
    >
      {t('adminItem.deleteText')}
    </ConfirmDialog>
  );
}
