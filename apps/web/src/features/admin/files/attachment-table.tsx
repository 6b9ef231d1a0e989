import type { SiteFile } from '@octavo/contract/attachment.entities';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useFileColumns } from '../../../shared/files/use-file-columns.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton, IconLink } from '../../../shared/ui/icon-button.tsx';
import { useMayChange } from '../parts/use-may-change.ts';

interface AttachmentTableProps {
  files: readonly SiteFile[];
  onDelete: (file: SiteFile) => void;
}

export function AttachmentTable({ files, onDelete }: AttachmentTableProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const { identityColumns, detailColumns } = useFileColumns();
  return (
    <DataTable
      label={t('attachment.siteTitle')}
      rows={files}
      keyOf={({ file_id }) => file_id}
      columns={[
        ...identityColumns,
        {
          label: t('attachment.user'),
          width: 124,
          render: ({ username }) => username || t('attachment.deletedAccount'),
        },
        ...detailColumns,
        {
          label: t('attachment.actions'),
          width: 96,
          kind: 'actions',
          render: (file) => (
            <>
              <IconLink
                label={t('attachment.visit', { name: file.display_name })}
                to={file.url}
                target="_blank"
                reloadDocument
              >
                <ExternalLink />
              </IconLink>
              {mayChange && (
                <IconButton
                  danger
                  label={t('attachment.delete', { name: file.display_name })}
                  onClick={() => onDelete(file)}
                >
                  <Trash2 />
                </IconButton>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
