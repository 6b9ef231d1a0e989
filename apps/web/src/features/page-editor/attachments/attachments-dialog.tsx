import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import type { EditorHandle } from '../editor-handle.ts';
import { AttachmentRow } from './attachment-row.tsx';
import styles from './attachments-dialog.module.css';
import { DeleteAttachment } from './delete-attachment.tsx';
import { useUpload } from './use-upload.ts';

const PAGE_SIZE = 5;

interface AttachmentsDialogProps {
  place: { readonly item_id: number; readonly page_id: number };
  /** Who writes: what is theirs they may delete. */
  username: string;
  handle: EditorHandle;
  onClosed: () => void;
}

function asMarkdown({ file_type, display_name, url }: PageFile): string {
  if (file_type.startsWith('image/')) return `![](${url})`;
  return `[${display_name.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${url})`;
}

/** The files of the page: to upload, to link to, to delete. */
export function AttachmentsDialog({ place, username, handle, onClosed }: AttachmentsDialogProps) {
  const { t } = useText();
  const { page_id } = place;
  const list = useCall(calls.page.uploadList, { page_id }, { silent: true });
  const { upload, isWorking, error } = useUpload(place);
  const chooser = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(true);
  const [deleting, setDeleting] = useState<PageFile>();
  const [wanted, setPage] = useState(1);
  const total = list.data?.length ?? 0;
  // The last one of a page may have just been deleted.
  const page = Math.min(wanted, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const shown = list.data?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) ?? [];
  const insert = (file: PageFile) => {
    handle.add(asMarkdown(file));
    setOpen(false);
  };
  return (
    <>
      <Dialog
        open={isOpen}
        title={t('attachment.title')}
        width={560}
        focusOn="button"
        onCancel={() => setOpen(false)}
        onClosed={onClosed}
      >
        <div className={styles.body}>
          <div className={styles.head}>
            <Button icon={<Upload />} loading={isWorking} onClick={() => chooser.current?.click()}>
              {t('attachment.upload')}
            </Button>
            <span className={styles.hint}>{t('attachment.limit')}</span>
          </div>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            onChange={({ target }) => {
              const files = Array.from(target.files ?? []);
              // The same file may be chosen again after it was refused.
              target.value = '';
              setPage(1);
              void upload(files);
            }}
          />
          {error && <Note kind="error">{error}</Note>}
          {list.isPending && <Skeleton shape="rows" />}
          {list.error && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && total === 0 && (
            <EmptyState title={t('attachment.none')}>{t('attachment.noneText')}</EmptyState>
          )}
          {total > 0 && (
            <>
              <ul className={styles.list}>
                {shown.map((file) => (
                  <AttachmentRow
                    key={file.file_id}
                    file={file}
                    isOwn={file.username === username}
                    onInsert={() => insert(file)}
                    onDelete={() => setDeleting(file)}
                  />
                ))}
              </ul>
              <Pager total={total} size={PAGE_SIZE} page={page} onPage={setPage} />
            </>
          )}
        </div>
      </Dialog>
      {deleting && (
        <DeleteAttachment
          page_id={page_id}
          file={deleting}
          onClosed={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
