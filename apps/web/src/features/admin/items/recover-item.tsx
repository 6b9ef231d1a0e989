import { calls } from '@octavo/contract';
import type { AdminItemRow } from '@octavo/contract/admin.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function RecoverItem({ item, onClosed }: { item: AdminItemRow; onClosed: () => void }) {
  const { t } = useText();
  const names = { item: item.item_name, username: item.username };
  const recover = useFormCommand(calls.adminItem.recoverItem, {
    refresh: [calls.adminItem.getList, calls.item.myList],
    onDone: () => showToast({ kind: 'done', text: t('adminItem.recovered', names) }),
  });
  return (
    <ConfirmDialog
      kind="plain"
      title={t('adminItem.recoverTitle', names)}
      confirm={t('adminItem.recoverAction')}
      working={recover.working}
      done={recover.done}
      error={recover.otherError()}
      onConfirm={() => recover.send({ item_id: item.item_id })}
      onClosed={onClosed}
    >
      {t('adminItem.recoverText', names)}
    </ConfirmDialog>
  );
}
