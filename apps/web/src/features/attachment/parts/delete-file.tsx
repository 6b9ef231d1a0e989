import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from '../attachment.module.css';

/** The maximum number of pages listed by name. */
const MAX_NAMED_PAGES = 10;

export function DeleteFile({ file, onClosed }: { file: PageFile; onClosed: () => void }) {
  const { t } = useText();
  const { file_id, display_name: name } = file;
  const pagesQuery = useCall(calls.attachment.getPages, { file_id }, { staleTime: 0 });
  const remove = useFormCommand(calls.attachment.deleteMyAttachment, {
    refresh: [calls.attachment.getMyList, calls.page.uploadList],
    onDone: () => showToast({ kind: 'done', text: t('attachment.deleted', { name }) }),
  });
  return (
    <ConfirmDialog
      title={t('attachment.deleteTitle', { name })}
      confirm={t('attachment.deleteAction')}
      // The button stays disabled until the pages that use the file are loaded.
      working={remove.working || pagesQuery.isPending}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ file_id })}
      onClosed={onClosed}
    >
      {pagesQuery.data && <Pages {...pagesQuery.data} />} {t('attachment.noUndo')}
    </ConfirmDialog>
  );
}

interface PagesProps {
  list: readonly { page_id: number; page_title: string; item_name: string }[];
  others: number;
}

function Pages({ list, others }: PagesProps) {
  const { t } = useText();
  const more = list.length - MAX_NAMED_PAGES;
  if (list.length === 0 && others === 0) return t('attachment.shownNowhere');
  return (
    <>
      {list.length > 0 && (
        <>
          {t('attachment.shownOn')}
          <span className={styles.pages}>
            {list.slice(0, MAX_NAMED_PAGES).map(({ page_id, page_title, item_name }) => (
              <span key={page_id}>
                {t('attachment.shownWhere', { page: page_title, item: item_name })}
              </span>
            ))}
            {more > 0 && <span>{t('attachment.shownMore', { count: more })}</span>}
          </span>
        </>
      )}
      {others > 0 && t('attachment.shownElsewhere', { count: others })}
    </>
  );
}
