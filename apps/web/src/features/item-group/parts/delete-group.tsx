import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { ItemGroup } from '../item-group.ts';

export function DeleteGroup({ group, onClosed }: { group: ItemGroup; onClosed: () => void }) {
  const { t } = useText();
  const names = { group: group.group_name };
  const remove = useFormCommand(calls.itemGroup.delete, {
    refresh: [calls.itemGroup.getList],
    onDone: () => showToast({ kind: 'done', text: t('itemGroup.deleted', names) }),
  });
  return (
    <ConfirmDialog
      title={t('itemGroup.deleteTitle', names)}
      confirm={t('itemGroup.deleteAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ id: group.id })}
      onClosed={onClosed}
    >
      {t('itemGroup.deleteText')}
    </ConfirmDialog>
  );
}
