import { calls } from '@octavo/contract';
import type { SiteFile } from '@octavo/contract/attachment.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

/** Shows how many pages use the file but not which, because the administrator may not have access to them. */
export function DeleteSiteFile({ file, onClosed }: { file: SiteFile; onClosed: () => void }) {
  const { t } = useText();
  const { file_id, display_name: name, page_count: count } = file;
  const remove = useFormCommand(calls.attachment.deleteAttachment, {
    refresh: [calls.attachment.getAllList, calls.attachment.getMyList],
    onDone: () => showToast({ kind: 'done', text: t('attachment.deleted', { name }) }),
  });
  return (
    <ConfirmDialog
      title={t('attachment.deleteTitle', { name })}
      confirm={t('attachment.deleteAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ file_id })}
      onClosed={onClosed}
    >
      {count === 0 && t('attachment.shownNowhere')}
      {count > 0 && t('attachment.siteShown', { count })} {t('attachment.noUndo')}
    </ConfirmDialog>
  );
}
