import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { ItemDetail } from '../item-detail.ts';

export function ResetKeys({ item, onClosed }: { item: ItemDetail; onClosed: () => void }) {
  const { t } = useText();
  const reset = useFormCommand(calls.item.resetKey, {
    refresh: [calls.item.getKey],
    onDone: () => showToast({ kind: 'done', text: t('itemSetting.wasReset') }),
  });
  return (
    <ConfirmDialog
      title={t('itemSetting.resetTitle')}
      confirm={t('itemSetting.reset')}
      working={reset.working}
      done={reset.done}
      error={reset.otherError()}
      onConfirm={() => reset.send({ item_id: item.item_id })}
      onClosed={onClosed}
    >
      {t('itemSetting.resetText')}
    </ConfirmDialog>
  );
}
