import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { paths } from '@octavo/contract/paths';
import { LIBRARY_PAGE_SIZE } from '@octavo/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { ATTACHMENT_TYPE, FileFilters, type FileKind } from '../../shared/files/file-filters.tsx';
import { useText } from '../../shared/i18n/texts.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PagedList, lastPage } from '../../shared/ui/paged-list.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import styles from './attachment.module.css';
import { BindDialog } from './parts/bind-dialog.tsx';
import { DeleteFile } from './parts/delete-file.tsx';
import { FileTable } from './parts/file-table.tsx';
import { UploadDialog } from './parts/upload-dialog.tsx';
import { Usage } from './parts/usage.tsx';

type OpenDialog = { dialog: 'upload' } | { dialog: 'bind' | 'delete'; file: PageFile };

export function AttachmentScreen() {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<FileKind>('all');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OpenDialog>();
  const onClosed = () => setOpen(undefined);
  const query = useCall(
    calls.attachment.getMyList,
    { page, count: LIBRARY_PAGE_SIZE, attachment_type: ATTACHMENT_TYPE[kind], display_name: name },
    { placeholderData: keepPreviousData },
  );
  const { data } = query;
  const isFiltered = name !== '' || kind !== 'all';
  const search = (word: string) => {
    setTyped(word);
    setName(word.trim());
    setPage(1);
  };
  const last = lastPage(data?.total ?? 0, LIBRARY_PAGE_SIZE);
  if (data && page > last) setPage(last);
  return (
    <Column>
      <PageTitle screen={t('attachment.mine')} />
      <PageHead
        title={t('attachment.mine')}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
        action={
          <Button variant="primary" icon={<Upload />} onClick={() => setOpen({ dialog: 'upload' })}>
            {t('attachment.uploadFiles')}
          </Button>
        }
      />
      <div className={styles.bar}>
        <FileFilters
          kind={kind}
          onKind={(chosen) => {
            setKind(chosen);
            setPage(1);
          }}
          textFilters={[
            {
              label: t('attachment.searchName'),
              value: typed,
              // Clearing the field shows all files again at once.
              onText: (text) => (text === '' ? search('') : setTyped(text)),
            },
          ]}
          onSearch={() => search(typed)}
        />
        {data && <Usage used={data.used} traffic={data.used_flow} />}
      </div>
      <PagedList
        query={query}
        size={LIBRARY_PAGE_SIZE}
        page={page}
        onPage={setPage}
        empty={
          isFiltered ? (
            <EmptyState title={t('attachment.noMatchTitle')}>
              {t('attachment.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('attachment.emptyTitle')}>{t('attachment.emptyText')}</EmptyState>
          )
        }
      >
        {(files) => <FileTable files={files} onAct={(dialog, file) => setOpen({ dialog, file })} />}
      </PagedList>
      {open?.dialog === 'upload' && <UploadDialog onClosed={onClosed} />}
      {open?.dialog === 'bind' && <BindDialog file={open.file} onClosed={onClosed} />}
      {open?.dialog === 'delete' && <DeleteFile file={open.file} onClosed={onClosed} />}
    </Column>
  );
}
