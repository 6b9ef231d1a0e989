import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { DeletedPage } from './deleted-pages.tsx';

interface RecoverDialogProps {
  itemId: number;
  page: DeletedPage;
  onClosed: () => void;
}

export function RecoverDialog({ itemId, page, onClosed }: RecoverDialogProps) {
  const { t } = useText();
  const names = { page: page.page_title };
  const recover = useFormCommand(calls.recycle.recover, {
    refresh: [calls.recycle.getList, calls.item.info],
    onDone: () => showToast({ kind: 'done', text: t('itemSetting.recovered', names) }),
  });
  return (
    <ConfirmDialog
      kind="plain"
      title={t('itemSetting.recoverTitle', names)}
      confirm={t('itemSetting.recoverAction')}
      working={recover.working}
      done={recover.done}
      error={recover.otherError()}
      onConfirm={() => recover.send({ item_id: itemId, page_id: page.page_id })}
      onClosed={onClosed}
    >
      {t('itemSetting.recoverText')}
    </ConfirmDialog>
  );
}
