import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import styles from './attachments-dialog.module.css';

export const PAGE_SIZE = 5;

interface PageFilesProps {
  page_id: number;
  username: string;
  onInsert: (file: PageFile) => void;
  onDelete: (file: PageFile) => void;
}

export function PageFiles({ page_id, username, onInsert, onDelete }: PageFilesProps) {
  const { t } = useText();
  const { data, error, refetch } = useCall(calls.page.uploadList, { page_id }, { silent: true });
  const [requestedPage, setPage] = useState(1);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="rows" />;
  if (data.length === 0)
    return <EmptyState title={t('attachment.none')}>{t('attachment.noneText')}</EmptyState>;
  // The last file of the current page may have just been deleted.
  const page = Math.min(requestedPage, Math.ceil(data.length / PAGE_SIZE));
  return (
    <div>
      <ul className={styles.list}>
        {data.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((file) => (
          <AttachmentRow
            key={file.file_id}
            file={file}
            onInsert={() => onInsert(file)}
            // Only the uploader may delete a file.
            {...(file.username === username && { onDelete: () => onDelete(file) })}
          />
        ))}
      </ul>
      <Pager total={data.length} size={PAGE_SIZE} page={page} onPage={setPage} />
    </div>
  );
}
