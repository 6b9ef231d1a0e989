import { formatSize } from '@octavo/texts/format-size';
import { calls } from '@octavo/contract';
import type { SiteFile } from '@octavo/contract/attachment.entities';
import { ADMIN_PAGE_SIZE } from '@octavo/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import {
  ATTACHMENT_TYPE,
  FileFilters,
  type FileKind,
} from '../../../shared/files/file-filters.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { NoMatch } from '../../../shared/ui/no-match.tsx';
import { PagedList, lastPage } from '../../../shared/ui/paged-list.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { AttachmentTable } from './attachment-table.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { DeleteSiteFile } from './delete-site-file.tsx';

const NO_FILTERS = { display_name: '', username: '' };

export function Attachments() {
  const { t } = useText();
  const [typed, setTyped] = useState(NO_FILTERS);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [kind, setKind] = useState<FileKind>('all');
  const [page, setPage] = useState(1);
  const [deleting, setDeleting] = useState<SiteFile>();
  const query = useCall(
    calls.attachment.getAllList,
    { page, count: ADMIN_PAGE_SIZE, attachment_type: ATTACHMENT_TYPE[kind], ...filters },
    { placeholderData: keepPreviousData },
  );
  const { data } = query;
  const hasFilters = filters.display_name !== '' || filters.username !== '';
  const search = (next: typeof NO_FILTERS) => {
    setTyped(next);
    setFilters({ display_name: next.display_name.trim(), username: next.username.trim() });
    setPage(1);
  };
  const searchField = (name: keyof typeof NO_FILTERS, label: string) => ({
    label,
    value: typed[name],
    // Clearing a field searches at once, without its filter.
    onText: (text: string) =>
      text === '' ? search({ ...typed, [name]: '' }) : setTyped({ ...typed, [name]: text }),
  });
  const last = lastPage(data?.total ?? 0, ADMIN_PAGE_SIZE);
  if (data && page > last) setPage(last);
  return (
    <>
      <ConsoleHeader
        title={t('attachment.siteTitle')}
        count={data?.total}
        help={data ? t('attachment.siteUsed', { size: formatSize(data.used) }) : ' '}
      >
        <FileFilters
          kind={kind}
          onKind={(chosen) => {
            setKind(chosen);
            setPage(1);
          }}
          textFilters={[
            searchField('display_name', t('attachment.fileName')),
            searchField('username', t('attachment.username')),
          ]}
          onSearch={() => search(typed)}
        />
      </ConsoleHeader>
      <PagedList
        flat
        query={query}
        size={ADMIN_PAGE_SIZE}
        page={page}
        onPage={setPage}
        empty={
          hasFilters ? (
            <NoMatch keywords={Object.values(filters)} onClear={() => search(NO_FILTERS)}>
              {t('attachment.noMatchText')}
            </NoMatch>
          ) : kind !== 'all' ? (
            <EmptyState title={t('attachment.noMatchTitle')}>
              {t('attachment.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('attachment.siteEmptyTitle')}>
              {t('attachment.siteEmptyText')}
            </EmptyState>
          )
        }
      >
        {(files) => <AttachmentTable files={files} onDelete={setDeleting} />}
      </PagedList>
      {deleting && <DeleteSiteFile file={deleting} onClosed={() => setDeleting(undefined)} />}
    </>
  );
}
