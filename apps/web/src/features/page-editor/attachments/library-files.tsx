import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import styles from './attachments-dialog.module.css';
import { PAGE_SIZE } from './page-files.tsx';

interface LibraryFilesProps {
  page_id: number;
  onInsert: (file: PageFile) => void;
}

/** All files that the user has uploaded; inserting a file also attaches it to the page. */
export function LibraryFiles({ page_id, onInsert }: LibraryFilesProps) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const display_name = useDeferredValue(typed.trim());
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall(
    calls.attachment.getMyList,
    { page, count: PAGE_SIZE, display_name },
    { silent: true, placeholderData: keepPreviousData },
  );
  const bind = useCommand(calls.attachment.bindingPage, { refresh: [calls.page.uploadList] });
  const attachAndInsert = (file: PageFile) =>
    bind.mutate({ file_id: file.file_id, page_id }, { onSuccess: () => onInsert(file) });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="rows" />;
  return (
    <div>
      <SearchInput
        label={t('attachment.searchName')}
        value={typed}
        onText={(text) => {
          setTyped(text);
          setPage(1);
        }}
      />
      {data.total === 0 && display_name === '' && (
        <EmptyState title={t('attachment.libraryNone')}>
          {t('attachment.libraryNoneText')}
        </EmptyState>
      )}
      {data.total === 0 && display_name !== '' && (
        <EmptyState title={t('attachment.noMatchTitle')} />
      )}
      {data.total > 0 && (
        <>
          <ul className={styles.list}>
            {data.list.map((file) => (
              <AttachmentRow
                key={file.file_id}
                file={file}
                onInsert={() => attachAndInsert(file)}
              />
            ))}
          </ul>
          <Pager total={data.total} size={PAGE_SIZE} page={page} onPage={setPage} />
        </>
      )}
    </div>
  );
}
