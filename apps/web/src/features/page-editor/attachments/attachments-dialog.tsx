import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { useMemo, useState } from 'react';
import { uploadFile } from '../../../shared/api/upload-file.ts';
import { UploadArea } from '../../../shared/files/upload-area.tsx';
import type { SendFile } from '../../../shared/files/use-uploads.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import type { EditorHandle } from '../source/create-editor-handle.ts';
import styles from './attachments-dialog.module.css';
import { DeleteAttachment } from './delete-attachment.tsx';
import { LibraryFiles } from './library-files.tsx';
import { PageFiles } from './page-files.tsx';
import { textLink } from './upload-files.ts';

interface AttachmentsDialogProps {
  target: { readonly item_id: number; readonly page_id: number };
  /** The current user, who may delete only their own files. */
  username: string;
  handle: EditorHandle;
  onClosed: () => void;
}

function toMarkdown({ file_type, display_name, url }: PageFile): string {
  if (file_type.startsWith('image/')) return `![](${url})`;
  return textLink(display_name, url);
}

/** Uploads files to the page, adds files of the user's library, inserts links and deletes files. */
export function AttachmentsDialog({ target, username, handle, onClosed }: AttachmentsDialogProps) {
  const { t } = useText();
  const { item_id, page_id } = target;
  const [isOpen, setOpen] = useState(true);
  const [from, setFrom] = useState<'page' | 'library'>('page');
  const [deleting, setDeleting] = useState<PageFile>();
  const send = useMemo<SendFile>(
    () => (file, options) =>
      uploadFile(calls.page.upload, 'file', file, { item_id, page_id }, options),
    [item_id, page_id],
  );
  const insert = (file: PageFile) => {
    handle.add(toMarkdown(file));
    setOpen(false);
  };
  return (
    <>
      <Dialog
        open={isOpen}
        title={t('attachment.title')}
        width={560}
        initialFocus="button"
        onCancel={() => setOpen(false)}
        onClosed={onClosed}
      >
        <div className={styles.body}>
          <UploadArea
            send={send}
            refresh={[calls.page.uploadList, calls.attachment.getMyList]}
            onStart={() => setFrom('page')}
          />
          <div className={styles.head}>
            <Segmented
              label={t('attachment.source')}
              value={from}
              onValue={setFrom}
              options={[
                { value: 'page', label: t('attachment.ofPage') },
                { value: 'library', label: t('attachment.ofLibrary') },
              ]}
            />
            <span className={styles.hint}>{t('attachment.limit')}</span>
          </div>
          {from === 'page' ? (
            <PageFiles
              page_id={page_id}
              username={username}
              onInsert={insert}
              onDelete={setDeleting}
            />
          ) : (
            <LibraryFiles page_id={page_id} onInsert={insert} />
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
