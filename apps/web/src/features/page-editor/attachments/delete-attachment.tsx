import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface DeleteAttachmentProps {
  page_id: number;
  file: PageFile;
  onClosed: () => void;
}

export function DeleteAttachment({ page_id, file, onClosed }: DeleteAttachmentProps) {
  const { t } = useText();
  const names = { name: file.display_name };
  const remove = useFormCommand(calls.page.deleteUploadFile, {
    refresh: [calls.page.uploadList],
    onDone: () => showToast({ kind: 'done', text: t('attachment.deleted', names) }),
  });
  return (
    <ConfirmDialog
      title={t('attachment.deleteTitle', names)}
      confirm={t('attachment.deleteAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ page_id, file_id: file.file_id })}
      onClosed={onClosed}
    >
      {t('attachment.deleteText')}
    </ConfirmDialog>
  );
}
